package io.weir.cli.csv;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the types of a file's columns: for each column, the preferred type among those that fit every cell. Empty cells are ignored; a
 * column of empty cells is text.
 *
 * <p>Belongs to one thread.
 */
final class ColumnTypes {

  private final List<Set<CellType>> possible = new ArrayList<>();
  private final boolean[] seen;

  ColumnTypes(int columns) {
    seen = new boolean[columns];
    for (var i = 0; i < columns; i++) {
      possible.add(EnumSet.allOf(CellType.class));
    }
  }

  /** Takes a cell into account. */
  void see(int column, String cell) {
    if (!cell.isEmpty()) {
      seen[column] = true;
      possible.get(column).removeIf(type -> type.read(cell) == null);
    }
  }

  /** Returns the type of a column according to the cells so far. */
  CellType of(int column) {
    return seen[column] ? possible.get(column).iterator().next() : CellType.STRING;
  }
}
