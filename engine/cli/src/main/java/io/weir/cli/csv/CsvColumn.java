package io.weir.cli.csv;

import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import org.jspecify.annotations.Nullable;

/**
 * A column and the property that it becomes.
 *
 * @param header its name in the file's first line
 * @param property the property that its cells become; absent if they become none
 * @param type type of its cells
 */
public record CsvColumn(String header, @Nullable String property, CellType type) {

  private static final int LONGEST_SHOWN = 40;

  /** Returns a column whose cells become this property. */
  public static CsvColumn of(String header, String property, CellType type) {
    return new CsvColumn(header, property, type);
  }

  /** Returns a column that becomes no property, because it forms a key or the service sets its value. */
  public static CsvColumn keptOut(String header) {
    return new CsvColumn(header, null, CellType.STRING);
  }

  void set(EntityBuilder entity, String cell, long line) {
    if (property == null || cell.isEmpty()) {
      return;
    }
    var value = type.read(cell);
    if (value == null) {
      throw InputException.atLine(
          line, "column '" + header + "' is of type " + type + ", but holds " + shown(cell) + ".");
    }
    entity.set(property, value);
  }

  /** Returns a description for the user. */
  String description() {
    return property == null
        ? "'" + header + "' not a property"
        : "'" + header + "' as " + property + ", " + type;
  }

  private static String shown(String cell) {
    return "'" + (cell.length() <= LONGEST_SHOWN ? cell : cell.substring(0, LONGEST_SHOWN) + "…")
        + "'";
  }
}
