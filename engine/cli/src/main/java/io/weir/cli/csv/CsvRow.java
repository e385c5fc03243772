package io.weir.cli.csv;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import java.util.List;

/** A record and its columns. */
record CsvRow(CsvRecord cells, List<CsvColumn> columns) implements InputRow {

  @Override
  public long line() {
    return cells.getStartingLineNumber();
  }

  @Override
  public String text(String column) {
    for (var i = 0; i < columns.size(); i++) {
      if (columns.get(i).header().equals(column)) {
        return cells.getField(i);
      }
    }
    throw new InputException("There is no column '" + column + "'.");
  }

  @Override
  public void fill(EntityBuilder entity) {
    for (var i = 0; i < columns.size(); i++) {
      columns.get(i).set(entity, cells.getField(i), line());
    }
  }
}
