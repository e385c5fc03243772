package io.weir.engine.catalog;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.engine.index.TableIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Indexes in a table's catalog row. Each is a property of its own, so that a merge can change one and keep the others; an empty text is no
 * index.
 *
 * <pre>
 * line 1   id of the table
 * line 2   id of the index
 * line 3   state
 * line 4   true if the index is unique, else false
 * line 5   true if it covers entities without the properties, else false
 * line 6   number n of properties
 * n lines  + or -, for ascending or descending, and the name
 * rest     the filter of a partial index
 * </pre>
 *
 * <p>A change of an index may reach the row of a table that was dropped and created again meanwhile. The id of the table then tells that the
 * index is not this table's, and it is passed over.
 */
final class IndexText {

  /** The prefix of the properties that hold indexes. No other property of a row begins with it. */
  private static final String PREFIX = "Index";

  private static final int HEAD_LINES = 6;

  private IndexText() {}

  static void set(EntityBuilder row, int tableId, TableIndex index) {
    row.set(PREFIX + index.definition().name(), text(tableId, index));
  }

  static void clear(EntityBuilder row, IndexName index) {
    row.set(PREFIX + index, "");
  }

  /** Returns the indexes of a table's row, sorted by name. Fails with {@link IllegalStateException} when a text is malformed. */
  static List<TableIndex> ofRow(Entity row, int tableId) {
    var indexes = new ArrayList<TableIndex>();
    for (var property = row.properties(); property.next(); ) {
      var name = property.name();
      if (name.startsWith(PREFIX)) {
        row.getString(name)
            .filter(text -> text.startsWith(tableId + "\n"))
            .ifPresent(text -> indexes.add(parse(name.substring(PREFIX.length()), text)));
      }
    }
    indexes.sort(Comparator.comparing(index -> index.definition().name().value()));
    return indexes;
  }

  private static String text(int tableId, TableIndex index) {
    var definition = index.definition();
    var lines = new ArrayList<String>();
    lines.add(Integer.toString(tableId));
    lines.add(Integer.toString(index.id()));
    lines.add(index.state().name());
    lines.add(Boolean.toString(definition.unique()));
    lines.add(Boolean.toString(definition.withMissing()));
    lines.add(Integer.toString(definition.properties().size()));
    for (var property : definition.properties()) {
      lines.add((property.descending() ? "-" : "+") + property.name());
    }
    lines.add(FilterPrinter.print(definition.where()));
    return String.join("\n", lines);
  }

  private static TableIndex parse(String name, String text) {
    try {
      var head = text.split("\n", HEAD_LINES + 1);
      var count = Integer.parseInt(head[5]);
      var rest = head[HEAD_LINES].split("\n", count + 1);
      var properties = new ArrayList<SortProperty>();
      for (var i = 0; i < count; i++) {
        properties.add(new SortProperty(rest[i].substring(1), rest[i].charAt(0) == '-'));
      }
      return new TableIndex(
          Integer.parseInt(head[1]),
          new IndexDefinition(
              new IndexName(name),
              properties,
              FilterParser.parse(rest[count]),
              Boolean.parseBoolean(head[3]),
              Boolean.parseBoolean(head[4])),
          IndexState.valueOf(head[2]));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalStateException(
          "An index in the catalog is not of its form. index=" + name, e);
    }
  }
}
