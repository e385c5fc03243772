package io.weir.cli.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the delimiter of separated values: the first of comma, semicolon, tab and vertical bar that
 * divides the header into several cells, and each of the next rows into as many. A comma if there
 * is none.
 */
final class DelimiterGuess {

  private static final char[] CANDIDATES = {',', ';', '\t', '|'};
  private static final char USUAL = ',';
  private static final int SAMPLE_CHARS = 1 << 16;
  private static final int SAMPLE_ROWS = 100;

  private DelimiterGuess() {}

  /** Returns the delimiter. Reads the beginning of the text. */
  static char of(CsvSource.Opening text) throws IOException {
    var sample = sample(text);
    for (var candidate : CANDIDATES) {
      if (divides(sample, candidate)) {
        return candidate;
      }
    }
    return USUAL;
  }

  /**
   * Returns the first lines, and only whole ones. Ends before what cannot be unpacked or decoded;
   * the reading itself reports that, with its line.
   */
  private static String sample(CsvSource.Opening text) {
    var chars = CharBuffer.allocate(SAMPLE_CHARS);
    var ended = false;
    try (var reader = text.open()) {
      while (chars.hasRemaining() && !ended) {
        ended = reader.read(chars) < 0;
      }
    } catch (IOException e) {
      ended = false;
    }
    var first = chars.flip().toString();
    return ended ? first : first.substring(0, first.lastIndexOf('\n') + 1);
  }

  private static boolean divides(String sample, char delimiter) throws IOException {
    var widths = widths(sample, delimiter);
    return !widths.isEmpty()
        && widths.get(0) > 1
        && widths.stream().allMatch(widths.get(0)::equals);
  }

  /**
   * Returns the numbers of cells of the first rows. Ends before a quote that has no proper end,
   * which the reading itself reports with its line.
   */
  private static List<Integer> widths(String sample, char delimiter) throws IOException {
    var widths = new ArrayList<Integer>();
    var source = new CsvSource(() -> new StringReader(sample), delimiter);
    try (var records = source.read(new CellCollector())) {
      for (var rows = records.iterator(); widths.size() < SAMPLE_ROWS && rows.hasNext(); ) {
        var cells = rows.next().texts();
        if (!CsvReading.isPreamble(cells)) {
          widths.add(cells.size());
        }
      }
    } catch (CsvParseException e) {
      return widths;
    }
    return widths;
  }
}
