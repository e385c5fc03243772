package io.weir.hbase.access;

import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.engine.query.Planner;
import io.weir.engine.query.QueryPlan;
import io.weir.hbase.protocol.Order;
import io.weir.hbase.protocol.ReadAnswer;
import io.weir.hbase.protocol.ReadRequest;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.SliceLimits;
import io.weir.hbase.protocol.TableId;
import reactor.core.publisher.Mono;

/**
 * What a query reads of a table, from its continuation on. Makes the walks that read it. Any
 * thread; a walk belongs to one subscription.
 *
 * <p>Calls fail with {@code TableNotFound} when the table is dropped, also when another of its name
 * exists.
 */
public final class PlannedRead {

  private final RegionCalls regions;
  private final Mono<TableId> present;
  private final TableId table;
  private final Query query;
  private final QueryPlan plan;
  private final RowsLeft rows;
  private final boolean counts;

  /**
   * Plans a read.
   *
   * @param present asks for the id that the table's name has now
   * @param counts whether entities are only counted
   */
  public PlannedRead(
      RegionCalls regions, Mono<TableId> present, TableId table, Query query, boolean counts) {
    this.regions = regions;
    this.present = present;
    this.table = table;
    this.query = query;
    this.plan = Planner.plan(query.filter());
    this.counts = counts;
    var ranges = plan.resumedAt(query.from()).ranges().stream()
        .map(range -> new RowRange(table.row(range.lower()), table.row(range.upper())))
        .toList();
    this.rows = new RowsLeft(
        ranges, query.direction() == Direction.DESCENDING ? Order.DESCENDING : Order.ASCENDING);
  }

  TableId table() {
    return table;
  }

  Query query() {
    return query;
  }

  /** Returns the most entities that are wanted. */
  long wanted() {
    return query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
  }

  /** Returns the walk over all rows. */
  KeyWalk whole() {
    return walk(rows);
  }

  KeyWalk walk(RowsLeft part) {
    return new KeyWalk(this, PushedFilter.of(plan.residual()), part);
  }

  /** Returns the walks over all rows, a region each. */
  RegionWalks byRegion() {
    return new RegionWalks(this, regions, rows);
  }

  /**
   * Whether several regions should be read at a time: region servers pass over most rows, or few
   * are wanted of each region. Where all rows are sent, their receiver is the limit.
   */
  boolean gainsByRegions() {
    return !rows.isInOnePartition()
        && (counts || rows.ranges().size() > 1 || !plan.residual().equals(Filter.ALL));
  }

  QueryReport report(long scanned, long returned) {
    return new QueryReport(plan.path(), plan.ranges().size(), scanned, returned);
  }

  /** Fails when the table is dropped. */
  Mono<Void> checkPresent() {
    return present.flatMap(id -> id.equals(table)
        ? Mono.empty()
        : Mono.error(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped")));
  }

  /** Reads a slice of rows that are left. */
  Mono<ReadAnswer> slice(RowsLeft left, PushedFilter filter, SliceLimits limits) {
    var request = new ReadRequest(
        left.ranges(),
        left.order(),
        filter.text(),
        filter.isWhole() ? query.selection() : Selection.ALL,
        counts && filter.isWhole(),
        limits);
    return checkPresent().then(Mono.defer(() -> regions.read(left.nextRow(), request)));
  }
}
