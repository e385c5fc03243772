package io.weir.cli.format;

import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.RowFile;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A file of comma-separated values before its survey.
 *
 * <p>Every column becomes a property, also one that forms a key, with two exceptions. In a file
 * with both key columns, which Weir or another program of the table service has written, columns
 * with the names of system properties are not properties, and the service sets a new Timestamp. A
 * column {@code NAME@type} states the types of the cells of the column {@code NAME}.
 *
 * @param forced types of columns that are neither inferred nor stated, by header
 */
public record CsvFile(CsvSource source, Map<String, CellType> forced) implements RowFile {

  /** Bounds the memory of the first rows, which are held until their types are known. */
  private static final long MOST_BEGUN_CHARS = 8 << 20;

  public CsvFile {
    forced = Map.copyOf(forced);
  }

  @Override
  public List<String> columns() throws IOException {
    try (var reading = CsvReading.open(source)) {
      return reading.header();
    }
  }

  @Override
  public TypedRows survey(Consumer<InputRow> observer) throws IOException {
    try (var reading = CsvReading.open(source)) {
      var columns = columns(reading);
      var types = new ColumnTypes(columns.size());
      while (reading.hasNext()) {
        var cells = reading.next();
        see(types, columns, cells);
        observer.accept(new CsvRow(cells, columns));
      }
      return new CsvTable(source, typed(columns, types));
    }
  }

  @Override
  public TypedRows begun(int rows) throws IOException {
    var reading = CsvReading.open(source);
    try {
      var columns = columns(reading);
      var types = new ColumnTypes(columns.size());
      var first = new ArrayList<CsvCells>();
      for (var chars = 0L; first.size() < rows && chars < MOST_BEGUN_CHARS && reading.hasNext(); ) {
        var cells = reading.next();
        see(types, columns, cells);
        first.add(cells);
        chars += cells.texts().stream().mapToInt(String::length).sum();
      }
      return new BegunCsv(first, reading, typed(columns, types));
    } catch (RuntimeException e) {
      reading.close();
      throw e;
    }
  }

  private List<CsvColumn> columns(CsvReading reading) {
    requireKnown(reading.header());
    return CsvHeader.columns(reading.header(), forced);
  }

  private void see(ColumnTypes types, List<CsvColumn> columns, CsvCells cells) {
    for (var i = 0; i < columns.size(); i++) {
      see(types, columns.get(i), i, cells);
    }
  }

  /** Verifies a cell whose type is known. Any other takes part in the inference. */
  private void see(ColumnTypes types, CsvColumn column, int index, CsvCells cells) {
    if (column.property() == null) {
      return;
    }
    var stated = column.statedType(cells);
    if (stated != null) {
      types.seeStated(index, stated);
    }
    if (stated != null || forced.containsKey(column.header())) {
      column.value(index, cells);
    } else {
      types.see(index, cells.texts().get(index));
    }
  }

  private List<CsvColumn> typed(List<CsvColumn> columns, ColumnTypes types) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> {
          var column = columns.get(i);
          return forced.containsKey(column.header()) ? column : column.withType(types.of(i));
        })
        .toList();
  }

  private void requireKnown(List<String> header) {
    for (var name : forced.keySet()) {
      if (!header.contains(name)) {
        throw new InputException("There is no column '" + name + "'; there are " + header + ".");
      }
    }
  }
}
