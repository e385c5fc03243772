package io.weir.hbase.catalog;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.engine.query.TableNameFilter;
import io.weir.hbase.access.ClusterCalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Reads one page of an account's tables. The cluster is always asked.
 *
 * <p>A continuation of the listing has the folded table name as PartitionKey and an empty RowKey.
 * Belongs to one subscription.
 */
public final class TableListing {

  /** Rows of the catalog that are read at a time. */
  private static final int ROWS = Page.MAX_ITEMS + 1;

  private final ClusterCalls calls;
  private final AsyncTable<?> rows;
  private final Query query;
  private final int limit;
  private final List<TableName> names = new ArrayList<>();
  private byte[] lower;
  private byte[] upper;
  private boolean complete;
  private long scanned;
  private @Nullable Continuation next;

  private TableListing(ClusterCalls calls, AsyncTable<?> rows, AccountName account, Query query) {
    this.calls = calls;
    this.rows = rows;
    this.query = query;
    this.limit = Math.min(query.top(), Page.MAX_ITEMS);
    this.lower = CatalogRow.first(account);
    this.upper = CatalogRow.end(account);
    var from = query.from();
    if (from != null) {
      var place = CatalogRow.of(account, new TableName(from.key().partitionKey()));
      if (isBackwards()) {
        upper = from.inclusive() ? after(place) : place;
      } else {
        lower = from.inclusive() ? place : after(place);
      }
    }
  }

  /** Returns a page of names, as {@link io.weir.api.TableService#tables(Query)} specifies. */
  public static Mono<Page<TableName>> page(
      ClusterCalls calls, AsyncTable<?> rows, AccountName account, Query query) {
    return Mono.defer(() -> new TableListing(calls, rows, account, query).page());
  }

  private Mono<Page<TableName>> page() {
    if (limit == 0) {
      return Mono.just(result());
    }
    return Mono.defer(() -> calls.read(() -> rows.scanAll(scan())))
        .doOnNext(this::take)
        .repeat(() -> !complete)
        .then(Mono.fromSupplier(this::result));
  }

  private Scan scan() {
    var scan = new Scan().addFamily(CatalogRow.current()).setLimit(ROWS);
    return isBackwards()
        ? scan.setReversed(true).withStartRow(upper, false).withStopRow(lower, true)
        : scan.withStartRow(lower).withStopRow(upper);
  }

  private void take(List<Result> found) {
    for (var row : found) {
      var table = CatalogRow.read(row);
      if (table != null && !take(table.name())) {
        return;
      }
    }
    if (found.size() < ROWS) {
      complete = true;
    } else if (isBackwards()) {
      upper = found.get(found.size() - 1).getRow();
    } else {
      lower = after(found.get(found.size() - 1).getRow());
    }
  }

  /** Returns false when the page is full and the table begins the next one. */
  private boolean take(TableName name) {
    if (names.size() == limit) {
      next = Continuation.at(new EntityKey(name.folded(), ""), query.direction());
      complete = true;
      return false;
    }
    scanned++;
    if (query.filter().dispatch(new TableNameFilter(name))) {
      names.add(name);
    }
    return true;
  }

  private Page<TableName> result() {
    return new Page<>(
        names, next, new QueryReport(AccessPath.TABLE_SCAN, 1, scanned, names.size()));
  }

  private boolean isBackwards() {
    return query.direction() == Direction.DESCENDING;
  }

  private static byte[] after(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
