package io.weir.engine;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.engine.catalog.Table;
import io.weir.engine.query.TableNameFilter;
import java.util.ArrayList;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists the tables of a catalog map, page by page. Any thread.
 *
 * <p>A continuation of the listing has the folded table name as PartitionKey and an empty RowKey.
 */
final class TableListing {

  private TableListing() {}

  static Page<TableName> page(NavigableMap<String, Table> tables, Query query) {
    var limit = Math.min(query.top(), Page.MAX_ITEMS);
    var names = new ArrayList<TableName>();
    var scanned = 0L;
    for (var table : remaining(tables, query).values()) {
      if (names.size() == limit) {
        return new Page<>(
            names,
            limit == 0 ? null : continuationAt(table, query.direction()),
            report(scanned, names.size()));
      }
      scanned++;
      if (query.filter().dispatch(new TableNameFilter(table.name()))) {
        names.add(table.name());
      }
    }
    return new Page<>(names, null, report(scanned, names.size()));
  }

  private static NavigableMap<String, Table> remaining(
      NavigableMap<String, Table> tables, Query query) {
    var inOrder = query.direction() == Direction.DESCENDING ? tables.descendingMap() : tables;
    @Nullable Continuation from = query.from();
    return from == null ? inOrder : inOrder.tailMap(from.key().partitionKey(), from.inclusive());
  }

  private static Continuation continuationAt(Table table, Direction direction) {
    return Continuation.at(new EntityKey(table.name().folded(), ""), direction);
  }

  private static QueryReport report(long scanned, long returned) {
    return new QueryReport(AccessPath.TABLE_SCAN, 1, scanned, returned);
  }
}
