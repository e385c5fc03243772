package io.weir.hbase.read;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.KeyText;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.engine.query.Planner;
import io.weir.engine.query.QueryPlan;
import io.weir.hbase.call.RegionCalls;
import io.weir.hbase.layout.RowRange;
import io.weir.hbase.layout.TableId;
import io.weir.hbase.message.Order;
import io.weir.hbase.message.ReadAnswer;
import io.weir.hbase.message.ReadRequest;
import io.weir.hbase.message.SliceEnd;
import io.weir.hbase.message.SliceLimits;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A walk over the entities that answer a query, one slice at a time.
 *
 * <p>Belongs to one subscription. A slice begins when the one before has arrived. Fails with {@code TableNotFound} when the table is dropped,
 * also when another of its name exists.
 */
public final class KeyWalk {

  private final RegionCalls regions;
  private final Mono<TableId> present;
  private final TableId table;
  private final Query query;
  private final QueryPlan plan;
  private final PushedFilter filter;
  private final boolean counts;
  private RowsLeft left;
  private @Nullable Continuation position;
  private boolean atRow;
  private long wanted;
  private long scanned;
  private long returned;

  /**
   * Prepares a walk from the query's continuation on.
   *
   * @param present asks for the id that the table's name has now
   * @param counts whether entities are only counted
   */
  public KeyWalk(
      RegionCalls regions, Mono<TableId> present, TableId table, Query query, boolean counts) {
    this.regions = regions;
    this.present = present;
    this.table = table;
    this.query = query;
    this.plan = Planner.plan(query.filter());
    this.filter = PushedFilter.of(plan.residual());
    this.counts = counts;
    this.wanted = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
    var ranges = plan.resumedAt(query.from()).ranges().stream()
        .map(range -> new RowRange(table.row(range.lower()), table.row(range.upper())))
        .toList();
    this.left = new RowsLeft(
        ranges, query.direction() == Direction.DESCENDING ? Order.DESCENDING : Order.ASCENDING);
  }

  /** Whether every matching entity has been returned, or as many as the query allows. */
  boolean isDone() {
    return left.isEmpty() || wanted == 0;
  }

  /** Whether the walk stands before an entity that exists, and its place is {@link #position()}. */
  boolean isAtRow() {
    return atRow;
  }

  /** Returns where a walk goes on that neither loses nor repeats an entity; null before the first place is known. */
  @Nullable
  Continuation position() {
    return position;
  }

  long scanned() {
    return scanned;
  }

  /** Returns the cost of the walk so far. */
  QueryReport report() {
    return new QueryReport(plan.path(), plan.ranges().size(), scanned, returned);
  }

  /** Reads the next slice. The walk is not done. */
  Mono<List<Entity>> next(SliceLimits limits) {
    return checkPresent().then(Mono.defer(() -> read(limits))).map(this::take);
  }

  /** Fails when the table is dropped. */
  Mono<Void> checkPresent() {
    return present.flatMap(id -> id.equals(table)
        ? Mono.empty()
        : Mono.error(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped")));
  }

  private Mono<ReadAnswer> read(SliceLimits limits) {
    var rows = (int) Math.min(limits.rows(), wanted);
    var request = new ReadRequest(
        left.ranges(),
        left.order(),
        filter.text(),
        filter.isWhole() ? query.selection() : Selection.ALL,
        counts && filter.isWhole(),
        new SliceLimits(rows, limits.bytes(), limits.millis()));
    return regions.read(left.nextRow(), request);
  }

  private List<Entity> take(ReadAnswer answer) {
    var end = answer.end();
    left = left.after(end);
    atRow = !end.isOfRegion();
    position = place(end);
    scanned += answer.scanned();
    if (filter.isWhole()) {
      returned += answer.matched();
      wanted -= answer.matched();
      return answer.entities();
    }
    var accepted = answer.entities().stream()
        .filter(filter::accepts)
        .map(entity -> entity.select(query.selection()))
        .toList();
    returned += accepted.size();
    wanted -= accepted.size();
    return accepted;
  }

  /** Returns the place of a slice's end. A region begins with a PartitionKey, unless an operator has cut it by hand. */
  private @Nullable Continuation place(SliceEnd end) {
    var row = end.row();
    if (row.length < TableId.BYTES || !isOfTable(row)) {
      return position;
    }
    var key = TableId.entityKey(row);
    if (!end.isOfRegion()) {
      return Continuation.at(EntityKey.decode(key, 0, key.length), query.direction());
    }
    try {
      var first = new EntityKey(KeyText.decode(key, 0, key.length), "");
      return new Continuation(first, query.direction() != Direction.DESCENDING, query.direction());
    } catch (InvalidRequestException cutByHand) {
      return position;
    }
  }

  private boolean isOfTable(byte[] row) {
    var range = table.rows();
    return Arrays.compareUnsigned(row, range.lower()) >= 0
        && Arrays.compareUnsigned(row, range.upper()) < 0;
  }
}
