package io.weir.cli.format;

import static io.weir.cli.format.CsvColumn.TYPE_SUFFIX;

import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Makes columns from the first line of a file. */
final class CsvHeader {

  private CsvHeader() {}

  /**
   * Returns a column for each header. Types that are not forced are yet to be inferred. Fails with
   * {@link InputException} if several columns have a name that must be the name of one.
   */
  static List<CsvColumn> columns(List<String> header, Map<String, CellType> forced) {
    var names = HeaderNames.of(
            header.stream().filter(name -> !statesTypes(name, header)).toList())
        .iterator();
    var columns = new ArrayList<CsvColumn>();
    for (var name : header) {
      var property = statesTypes(name, header) ? null : names.next();
      requireOne(name, header, forced);
      columns.add(
          property == null || isSystem(name, header)
              ? CsvColumn.keptOut(name)
              : column(name, property, header, forced));
    }
    return columns;
  }

  /** A type that a person forces holds for all cells, whatever they state. */
  private static CsvColumn column(
      String name, String property, List<String> header, Map<String, CellType> forced) {
    var type = forced.get(name);
    return type == null
        ? CsvColumn.of(name, property, CellType.STRING)
            .withTypesIn(header.indexOf(name + TYPE_SUFFIX))
        : CsvColumn.of(name, property, type);
  }

  private static boolean statesTypes(String name, List<String> header) {
    return name.endsWith(TYPE_SUFFIX)
        && header.contains(name.substring(0, name.length() - TYPE_SUFFIX.length()));
  }

  private static boolean isSystem(String name, List<String> header) {
    return EntityBuilder.isSystemProperty(name)
        && header.contains("PartitionKey")
        && header.contains("RowKey");
  }

  private static void requireOne(String name, List<String> header, Map<String, CellType> forced) {
    var mustBeOne = forced.containsKey(name)
        || EntityBuilder.isSystemProperty(name)
        || header.contains(name + TYPE_SUFFIX)
        || statesTypes(name, header);
    if (mustBeOne && Collections.frequency(header, name) > 1) {
      throw new InputException("Two columns are named '" + name + "'; rename one.");
    }
  }
}
