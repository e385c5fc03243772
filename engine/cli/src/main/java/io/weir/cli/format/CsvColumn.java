package io.weir.cli.format;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column and the property that it becomes.
 *
 * @param header its name in the file's first line
 * @param property the property that its cells become; absent if they become none
 * @param type type of its cells
 * @param typeColumn index of the column that states the types of single cells; -1 without one
 */
public record CsvColumn(String header, @Nullable String property, CellType type, int typeColumn) {

  /** The end of the header of a column that states types, such as {@code Age@type}. */
  static final String TYPE_SUFFIX = "@type";

  private static final int LONGEST_SHOWN = 40;
  private static final int NONE = -1;

  /** Returns a column whose cells become this property. */
  public static CsvColumn of(String header, String property, CellType type) {
    return new CsvColumn(header, property, type, NONE);
  }

  /**
   * Returns a column that becomes no property: it forms a key, states types, or the service sets
   * its value.
   */
  public static CsvColumn keptOut(String header) {
    return new CsvColumn(header, null, CellType.STRING, NONE);
  }

  CsvColumn withType(CellType other) {
    return new CsvColumn(header, property, other, typeColumn);
  }

  CsvColumn withTypesIn(int column) {
    return new CsvColumn(header, property, type, column);
  }

  void set(EntityBuilder entity, int index, CsvCells cells) {
    if (property != null) {
      var value = value(index, cells);
      if (value != null) {
        entity.set(property, value);
      }
    }
  }

  /**
   * Returns the value of a cell; null if the property is absent. Fails with {@link InputException}.
   */
  @Nullable
  EdmValue value(int index, CsvCells cells) {
    var cell = cells.texts().get(index);
    var stated = statedType(cells);
    if (cell.isEmpty() && (stated == null || !stated.hasEmptyValue())) {
      return null;
    }
    var value = stated == null ? type.read(cell) : stated.readStated(cell);
    if (value == null) {
      throw InputException.atLine(
          cells.line(),
          "column '" + header + "' is of type " + (stated == null ? type : stated) + ", but holds "
              + shown(cell) + ".");
    }
    return value;
  }

  /**
   * Returns the type that the record states for the cell; null if it states none. Fails with
   * {@link InputException}.
   */
  @Nullable
  CellType statedType(CsvCells cells) {
    var stated = typeColumn == NONE ? "" : cells.texts().get(typeColumn);
    return stated.isEmpty()
        ? null
        : CellType.stated(stated).orElseThrow(() -> unknown(cells, stated));
  }

  private InputException unknown(CsvCells cells, String stated) {
    return InputException.atLine(
        cells.line(),
        "column '" + header + TYPE_SUFFIX + "' holds " + shown(stated)
            + ", which is no type; there are " + List.copyOf(Arrays.asList(CellType.values()))
            + ".");
  }

  /** Returns a description for the user. */
  String description() {
    return property == null
        ? "'" + header + "' not a property"
        : "'" + header + "' as " + property + ", "
            + (typeColumn == NONE
                ? type
                : "the type in '" + header + TYPE_SUFFIX + "', else " + type);
  }

  private static String shown(String cell) {
    return "'" + (cell.length() <= LONGEST_SHOWN ? cell : cell.substring(0, LONGEST_SHOWN) + "…")
        + "'";
  }
}
