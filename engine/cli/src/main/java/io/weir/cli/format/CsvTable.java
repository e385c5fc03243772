package io.weir.cli.format;

import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.InputRows;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.util.List;

/**
 * Comma-separated values with known columns.
 *
 * @param columns in the file's order
 */
public record CsvTable(CsvSource source, List<CsvColumn> columns) implements TypedRows {

  public CsvTable {
    columns = List.copyOf(columns);
  }

  @Override
  public InputRows open() throws IOException {
    return new CsvRows(CsvReading.open(source), columns);
  }

  @Override
  public List<String> description() {
    return columns.stream().map(CsvColumn::description).toList();
  }

  private record CsvRows(CsvReading reading, List<CsvColumn> columns) implements InputRows {

    @Override
    public boolean hasNext() {
      return reading.hasNext();
    }

    @Override
    public InputRow next() {
      return new CsvRow(reading.next(), columns);
    }

    @Override
    public void close() throws IOException {
      reading.close();
    }
  }
}
