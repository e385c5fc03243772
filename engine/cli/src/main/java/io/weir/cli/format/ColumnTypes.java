package io.weir.cli.format;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the types of a file's columns: for each column, the preferred type among those that fit
 * every cell that states none. A type that all other cells of the column state is preferred to any.
 * Empty cells are ignored; a column of empty cells is text.
 *
 * <p>Belongs to one thread.
 */
final class ColumnTypes {

  private final List<Set<CellType>> possible = new ArrayList<>();
  private final List<Set<CellType>> stated = new ArrayList<>();
  private final boolean[] seen;

  ColumnTypes(int columns) {
    seen = new boolean[columns];
    for (var i = 0; i < columns; i++) {
      possible.add(EnumSet.allOf(CellType.class));
      stated.add(EnumSet.noneOf(CellType.class));
    }
  }

  /** Takes a cell into account. */
  void see(int column, String cell) {
    if (!cell.isEmpty()) {
      seen[column] = true;
      possible.get(column).removeIf(type -> type.read(cell) == null);
    }
  }

  /** Takes the type of a cell that states one into account. */
  void seeStated(int column, CellType type) {
    stated.get(column).add(type);
  }

  /** Returns the type of a column according to the cells so far. */
  CellType of(int column) {
    if (!seen[column]) {
      return CellType.STRING;
    }
    var fitting = possible.get(column);
    var said = stated.get(column);
    if (said.size() == 1 && fitting.containsAll(said)) {
      return said.iterator().next();
    }
    return fitting.stream().filter(CellType.inferable()::contains).findFirst().orElseThrow();
  }
}
