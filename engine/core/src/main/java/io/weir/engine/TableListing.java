package io.weir.engine;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import io.weir.engine.catalog.Table;
import java.util.ArrayList;
import java.util.Locale;
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
      if (query.filter().dispatch(new NameFilter(table.name()))) {
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

  /** Evaluates a filter against a table's name. Both sides are folded to lower case, so the filter ignores case. */
  private record NameFilter(TableName name) implements Filter.Evaluation {

    @Override
    public Boolean comparison(Filter.Comparison filter) {
      return filter.property().equals("TableName")
          && Comparisons.holds(
              new EdmString(name.folded()), filter.operator(), folded(filter.literal()));
    }

    @Override
    public Boolean textTest(Filter.TextTest filter) {
      return filter.property().equals("TableName")
          && filter.match().holds(name.folded(), filter.text().toLowerCase(Locale.ROOT));
    }

    @Override
    public Boolean derived(Filter.Derived filter) {
      return filter.property().equals("TableName")
          && Comparisons.holds(
              new EdmString(name.folded()),
              new Filter.Derived(
                  filter.property(),
                  filter.derivation(),
                  filter.operator(),
                  folded(filter.literal())));
    }

    private static EdmValue folded(EdmValue literal) {
      return literal instanceof EdmString text
          ? new EdmString(text.value().toLowerCase(Locale.ROOT))
          : literal;
    }
  }
}
