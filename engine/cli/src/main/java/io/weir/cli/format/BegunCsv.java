package io.weir.cli.format;

import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.InputRows;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;

/**
 * Separated values of which only the first rows were read, to determine the types. They can be read
 * once.
 *
 * @param first the rows that were read
 * @param rest the reading after them
 */
record BegunCsv(List<CsvCells> first, CsvReading rest, List<CsvColumn> columns)
    implements TypedRows {

  BegunCsv {
    first = List.copyOf(first);
    columns = List.copyOf(columns);
  }

  @Override
  public InputRows open() {
    return new Rows(new ArrayDeque<>(first), rest, columns);
  }

  @Override
  public List<String> description() {
    return columns.stream().map(CsvColumn::description).toList();
  }

  private record Rows(Queue<CsvCells> first, CsvReading rest, List<CsvColumn> columns)
      implements InputRows {

    @Override
    public boolean hasNext() {
      return !first.isEmpty() || rest.hasNext();
    }

    @Override
    public InputRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      var cells = first.isEmpty() ? rest.next() : first.remove();
      return new Row(new CsvRow(cells, columns));
    }

    @Override
    public void close() throws IOException {
      rest.close();
    }
  }

  /** A row whose types the first rows determined. */
  private record Row(CsvRow row) implements InputRow {

    @Override
    public long line() {
      return row.line();
    }

    @Override
    public String text(String column) {
      return row.text(column);
    }

    @Override
    public void fill(EntityBuilder entity) {
      try {
        row.fill(entity);
      } catch (InputException e) {
        throw new InputException(e.getMessage()
            + " The first rows determined the types: state another with --type COLUMN=TYPE, or"
            + " import without --single-pass.");
      }
    }
  }
}
