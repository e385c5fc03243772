package io.weir.cli.csv;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.Reader;

/**
 * The source of comma-separated values.
 *
 * @param text opens the text again for each reading
 * @param delimiter the character between two cells
 */
public record CsvSource(Opening text, char delimiter) {

  /** Opens a text for one reading from its start. */
  @FunctionalInterface
  public interface Opening {
    Reader open() throws IOException;
  }

  CsvReader<CsvRecord> read() throws IOException {
    return CsvReader.builder()
        .fieldSeparator(delimiter)
        .skipEmptyLines(true)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .ofCsvRecord(text.open());
  }
}
