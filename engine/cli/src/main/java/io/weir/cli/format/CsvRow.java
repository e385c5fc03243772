package io.weir.cli.format;

import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import java.util.List;

/** A record and its columns. */
record CsvRow(CsvCells cells, List<CsvColumn> columns) implements InputRow {

  @Override
  public long line() {
    return cells.line();
  }

  @Override
  public String text(String column) {
    for (var i = 0; i < columns.size(); i++) {
      if (columns.get(i).header().equals(column)) {
        return cells.texts().get(i);
      }
    }
    throw new InputException("There is no column '" + column + "'.");
  }

  @Override
  public void fill(EntityBuilder entity) {
    for (var i = 0; i < columns.size(); i++) {
      columns.get(i).set(entity, i, cells);
    }
  }
}
