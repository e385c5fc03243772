package io.weir.cli.csv;

import io.weir.cli.rows.Row;
import io.weir.cli.rows.Rows;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.util.List;

/**
 * Comma-separated values whose columns are known.
 *
 * @param columns in the file's order
 */
public record CsvTable(CsvSource source, List<CsvColumn> columns) implements TypedRows {

  public CsvTable {
    columns = List.copyOf(columns);
  }

  @Override
  public Rows open() throws IOException {
    return new CsvRows(CsvReading.open(source), columns);
  }

  @Override
  public List<String> description() {
    return columns.stream().map(CsvColumn::description).toList();
  }

  private record CsvRows(CsvReading reading, List<CsvColumn> columns) implements Rows {

    @Override
    public boolean hasNext() {
      return reading.hasNext();
    }

    @Override
    public Row next() {
      return new CsvRow(reading.next(), columns);
    }

    @Override
    public void close() throws IOException {
      reading.close();
    }
  }
}
