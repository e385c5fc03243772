package io.weir.cli.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.weir.cli.rows.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * One reading of a file's records: first the header, then the rows, each with the same number of cells.
 *
 * <p>Belongs to one thread.
 */
final class CsvReading implements Closeable {

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final CsvReader<CsvRecord> reader;
  private final Iterator<CsvRecord> records;
  private List<String> header = List.of();
  private long line;

  private CsvReading(CsvReader<CsvRecord> reader) {
    this.reader = reader;
    this.records = reader.iterator();
  }

  /** Begins a reading. Fails with {@link InputException} if there is no header. */
  static CsvReading open(CsvSource source) throws IOException {
    var reading = new CsvReading(source.read());
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

  CsvRecord next() {
    var cells = readable(records::next);
    line = cells.getStartingLineNumber();
    if (cells.getFieldCount() != header.size()) {
      throw InputException.atLine(
          line,
          "the row has " + cells.getFieldCount() + " cells, the header " + header.size() + ".");
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
    header = readable(records::next).getFields().stream()
        .map(CsvReading::withoutMark)
        .toList();
    line = 1;
  }

  private <T> T readable(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (CsvParseException | UncheckedIOException e) {
      if (isEncoding(e)) {
        throw new InputException(
            "Behind line " + line + ": the file is not UTF-8 text; convert it first.");
      }
      throw new InputException("Behind line " + line + ": " + e.getMessage());
    }
  }

  private static boolean isEncoding(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CharacterCodingException) {
        return true;
      }
    }
    return false;
  }

  private static String withoutMark(String cell) {
    return cell.startsWith(BYTE_ORDER_MARK) ? cell.substring(1) : cell;
  }
}
