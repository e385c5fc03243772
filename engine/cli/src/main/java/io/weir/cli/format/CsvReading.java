package io.weir.cli.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import io.weir.cli.rows.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a file's records: first the header, then the rows, each with the same number of
 * cells.
 *
 * <p>Belongs to one thread.
 */
final class CsvReading implements Closeable {

  private final CellCollector collector;
  private final CsvReader<CsvCells> reader;
  private final Iterator<CsvCells> records;
  private List<String> header = List.of();
  private long line;

  private CsvReading(CellCollector collector, CsvReader<CsvCells> reader) {
    this.collector = collector;
    this.reader = reader;
    this.records = reader.iterator();
  }

  /** Begins a reading. Fails with {@link InputException} if there is no header. */
  static CsvReading open(CsvSource source) throws IOException {
    var collector = new CellCollector();
    var reading = new CsvReading(collector, source.read(collector));
    try {
      reading.readHeader();
      return reading;
    } catch (RuntimeException e) {
      reading.close();
      throw e;
    }
  }

  List<String> header() {
    return header;
  }

  boolean hasNext() {
    return readable(records::hasNext);
  }

  CsvCells next() {
    var cells = readable(records::next);
    line = cells.line();
    var count = cells.texts().size();
    if (count != header.size()) {
      throw InputException.atLine(
          line, "the row has " + count + " cells, the header " + header.size() + ".");
    }
    return cells;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private void readHeader() {
    if (!hasNext()) {
      throw new InputException("The file is empty; its first line must name the columns.");
    }
    header = readable(records::next).texts();
    if (isPreamble(header) && hasNext()) {
      header = readable(records::next).texts();
    }
    line = 1;
  }

  /**
   * Returns whether a line is one that a program writes before the header: older versions of
   * PowerShell's {@code Export-Csv} a type, and programs that write for Excel the delimiter.
   */
  static boolean isPreamble(List<String> cells) {
    var first = cells.get(0);
    return cells.size() == 1
        ? first.startsWith("#TYPE ") || first.startsWith("sep=") && first.length() == 5
        : cells.equals(List.of("sep=", ""));
  }

  private <T> T readable(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (CsvParseException e) {
      throw InputException.atLine(
          collector.line(), "the cell that begins here has no proper end. " + e.getMessage() + ".");
    } catch (UncheckedIOException e) {
      throw InputException.afterLine(
          line, isEncoding(e) ? InputException.OTHER_ENCODING : String.valueOf(reason(e)));
    }
  }

  private static @Nullable String reason(UncheckedIOException failure) {
    var cause = failure.getCause();
    return cause == null ? failure.getMessage() : cause.getMessage();
  }

  private static boolean isEncoding(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CharacterCodingException) {
        return true;
      }
    }
    return false;
  }
}
