package io.weir.engine.catalog;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.engine.index.TableIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * Indexes in a table's catalog row. They are properties named by the id of the table and the place
 * of the index in the list, such as {@code Index7_0}; an empty text is no index.
 *
 * <pre>
 * line 1   name of the index
 * line 2   id of the index
 * line 3   state
 * line 4   true if the index is unique, else false
 * line 5   true if it covers entities without the properties, else false
 * line 6   number n of properties
 * n lines  + or -, for ascending or descending, and the name
 * 4 lines  only when the state is FAILED: PartitionKey and RowKey of each of the two entities that share values
 * rest     the filter of a partial index
 * </pre>
 *
 * <p>A merge can empty a property but not remove it, so the list takes the same properties again
 * and again. A change of indexes may reach the row of a table that was dropped and created again
 * meanwhile; the new table does not read properties with the id of the old one.
 */
final class IndexText {

  private static final int HEAD_LINES = 6;
  private static final int DUPLICATE_LINES = 4;

  private IndexText() {}

  /** Sets the indexes of a table. */
  static void set(EntityBuilder row, int tableId, List<TableIndex> indexes) {
    for (var i = 0; i < indexes.size(); i++) {
      row.set(property(tableId, i), text(indexes.get(i)));
    }
  }

  /** Empties the places from one to another, exclusively. */
  static void clear(EntityBuilder row, int tableId, int from, int to) {
    for (var i = from; i < to; i++) {
      row.set(property(tableId, i), "");
    }
  }

  /**
   * Returns the indexes of a table's row, sorted by name. Fails with {@link IllegalStateException}
   * when a text is malformed.
   */
  static List<TableIndex> ofRow(Entity row, int tableId) {
    var indexes = new ArrayList<TableIndex>();
    for (var i = 0; i < IndexDefinition.MAX_PER_TABLE; i++) {
      row.getString(property(tableId, i))
          .filter(text -> !text.isEmpty())
          .ifPresent(text -> indexes.add(parse(text)));
    }
    return indexes;
  }

  private static String property(int tableId, int place) {
    return "Index" + tableId + "_" + place;
  }

  private static String text(TableIndex index) {
    var definition = index.definition();
    var lines = new ArrayList<String>();
    lines.add(definition.name().value());
    lines.add(Integer.toString(index.id()));
    lines.add(index.state().name());
    lines.add(Boolean.toString(definition.unique()));
    lines.add(Boolean.toString(!definition.sparse()));
    lines.add(Integer.toString(definition.properties().size()));
    for (var property : definition.properties()) {
      lines.add((property.descending() ? "-" : "+") + property.name());
    }
    var duplicate = index.duplicate();
    if (duplicate != null) {
      lines.addAll(linesOf(duplicate.first()));
      lines.addAll(linesOf(duplicate.second()));
    }
    lines.add(FilterPrinter.print(definition.where()));
    return String.join("\n", lines);
  }

  /** Keys contain no control characters, hence no line ends. */
  private static List<String> linesOf(EntityKey key) {
    return List.of(key.partitionKey(), key.rowKey());
  }

  private static TableIndex parse(String text) {
    try {
      var head = text.split("\n", HEAD_LINES + 1);
      var count = Integer.parseInt(head[5]);
      var state = IndexState.valueOf(head[2]);
      var duplicates = state == IndexState.FAILED ? DUPLICATE_LINES : 0;
      var rest = head[HEAD_LINES].split("\n", count + duplicates + 1);
      var properties = new ArrayList<SortProperty>();
      for (var i = 0; i < count; i++) {
        properties.add(new SortProperty(rest[i].substring(1), rest[i].charAt(0) == '-'));
      }
      return new TableIndex(
          Integer.parseInt(head[1]),
          new IndexDefinition(
              new IndexName(head[0]),
              properties,
              FilterParser.parse(rest[count + duplicates]),
              Boolean.parseBoolean(head[3]),
              !Boolean.parseBoolean(head[4])),
          state,
          duplicates == 0
              ? null
              : new Duplicate(
                  new EntityKey(rest[count], rest[count + 1]),
                  new EntityKey(rest[count + 2], rest[count + 3])));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | TableServiceException e) {
      throw new IllegalStateException(
          "An index in the catalog is not of its form. text=" + text, e);
    }
  }
}
