package io.weir.cli.format;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.Reader;

/**
 * The source of comma-separated values.
 *
 * @param text opens the text again for each reading, without a byte order mark
 * @param delimiter the character between two cells
 */
public record CsvSource(Opening text, char delimiter) {

  /** Opens a text for one reading from its start. */
  @FunctionalInterface
  public interface Opening {
    Reader open() throws IOException;
  }

  /** Returns the source of a text whose delimiter is found in its beginning. */
  public static CsvSource of(Opening text) throws IOException {
    return new CsvSource(text, DelimiterGuess.of(text));
  }

  CsvReader<CsvCells> read(CellCollector collector) throws IOException {
    return CsvReader.builder()
        .fieldSeparator(delimiter)
        .skipEmptyLines(true)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .build(collector, text.open());
  }
}
