package io.weir.cli.format;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the cells of a record, and knows the line in which the next cell begins. Belongs to one
 * thread.
 */
final class CellCollector extends CsvCallbackHandler<CsvCells> {

  private final List<String> cells = new ArrayList<>();
  private RecordType type = RecordType.DATA;
  private long first;
  private long line = 1;

  /** Returns the number of the line in which the next cell begins, from 1. */
  long line() {
    return line;
  }

  @Override
  protected RecordType getRecordType() {
    return type;
  }

  @Override
  protected int getFieldCount() {
    return cells.size();
  }

  @Override
  protected void beginRecord(long startingLine) {
    cells.clear();
    type = RecordType.DATA;
    first = startingLine;
    line = startingLine;
  }

  @Override
  protected void addField(char[] text, int offset, int length, boolean quoted) {
    cells.add(new String(text, offset, length));
    line += breaks(text, offset, offset + length);
  }

  @Override
  protected void setComment(char[] text, int offset, int length) {
    type = RecordType.COMMENT;
  }

  @Override
  protected void setEmpty() {
    type = RecordType.EMPTY;
  }

  @Override
  protected CsvCells buildRecord() {
    return new CsvCells(first, cells);
  }

  /** Counts CR, LF, and CR LF as one. */
  private static int breaks(char[] text, int from, int to) {
    var breaks = 0;
    for (var i = from; i < to; i++) {
      if (text[i] == '\n' || text[i] == '\r' && (i + 1 == to || text[i + 1] != '\n')) {
        breaks++;
      }
    }
    return breaks;
  }
}
