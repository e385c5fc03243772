package io.weir.cli.csv;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.Reader;

/**
 * Where comma-separated values come from.
 *
 * @param text opens the text anew
 * @param delimiter stands between two cells
 */
public record CsvSource(Opening text, char delimiter) {

  /** Opens a text that is to be read once, from its start. */
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
