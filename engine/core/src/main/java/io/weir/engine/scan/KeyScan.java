package io.weir.engine.scan;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A scan of key ranges.
 *
 * <p>Belongs to one thread at a time. Until {@link #release}, it reads one version of each shard:
 * the published one at the first read of the shard. After a release it reads newer versions.
 */
public final class KeyScan implements Scan {

  /**
   * The largest number of entities, matching or not, that one call of {@link #advance} reads: some
   * tenths of a millisecond.
   */
  static final int SCANNED_A_SLICE = 1024;

  /** The number of bytes of matching entities after which a call of {@link #advance} ends. */
  static final int BYTES_A_SLICE = 256 * 1024;

  private final ReadView store;
  private final int tableId;
  private final QueryPlan plan;
  private final Direction direction;
  private final List<ScanRange> ranges;
  private final RowReader rows;
  private final Pins pins;

  private int rangeIndex;

  /**
   * The key at which the last call stopped. It lies in the current range when {@code rangeBegun}.
   * Otherwise it is that of the last entity of the ranges before, or one after that entity.
   */
  private byte @Nullable [] lastKey;

  private boolean rangeBegun;

  /**
   * Whether the present is decided, by which entities expire; it is decided again after a release.
   */
  private boolean presentDecided;

  private long remaining;
  private long scanned;
  private long returned;

  /** Creates a scan that begins at the query's continuation, or at the first key. */
  public KeyScan(ReadView store, int tableId, QueryPlan plan, Query query) {
    this(store, tableId, plan, query, ScanRange.of(store.groups(), tableId, plan, query));
  }

  private KeyScan(
      ReadView store, int tableId, QueryPlan plan, Query query, List<ScanRange> ranges) {
    this.store = store;
    this.tableId = tableId;
    this.plan = plan;
    this.direction = query.direction();
    this.ranges = ranges;
    this.rows = new RowReader(plan.predicate().orElse(null), query.selection());
    this.pins = Pins.ofResident(store);
    this.remaining = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
  }

  /**
   * Returns scans of different partition groups, which together find what a query finds. The query
   * has no order, no limit and no continuation.
   *
   * @param most scans
   */
  static List<Scan> apart(ReadView store, int tableId, QueryPlan plan, Query query, int most) {
    return ScanRange.of(store.groups(), tableId, plan, query).stream()
        .collect(Collectors.groupingBy(range -> range.group() % most))
        .values()
        .stream()
        .<Scan>map(ranges -> new KeyScan(store, tableId, plan, query, ranges))
        .toList();
  }

  @Override
  public boolean advance(int maxRows, List<Entity> target) {
    try {
      return readOn(maxRows, target);
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private boolean readOn(int maxRows, List<Entity> target) {
    if (!store.catalog().isLive(tableId)) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped");
    }
    if (!presentDecided) {
      rows.hide(store.expiryOf(tableId));
      presentDecided = true;
    }
    try {
      return read(maxRows, target);
    } catch (PageDamaged e) {
      throw Pins.pageDamaged();
    }
  }

  private boolean read(int maxRows, List<Entity> target) {
    var slice = new Slice((int) Math.min(maxRows, remaining), SCANNED_A_SLICE, BYTES_A_SLICE);
    while (rangeIndex < ranges.size() && slice.isOpen()) {
      if (read(ranges.get(rangeIndex), slice, target)) {
        rangeIndex++;
        rangeBegun = false;
      }
    }
    return rangeIndex == ranges.size() || remaining == 0;
  }

  @Override
  public void release() {
    pins.release();
    presentDecided = false;
  }

  @Override
  public @Nullable Continuation position() {
    return lastKey == null ? null : Continuation.after(entityKey(lastKey), direction);
  }

  @Override
  public @Nullable Continuation next() {
    try {
      return nextPlace();
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private @Nullable Continuation nextPlace() {
    for (var index = rangeIndex; index < ranges.size(); index++) {
      var cursor = open(ranges.get(index), index == rangeIndex && rangeBegun);
      if (cursor.isValid()) {
        return Continuation.at(entityKey(cursor.key()), direction);
      }
    }
    return null;
  }

  @Override
  public long scanned() {
    return scanned;
  }

  @Override
  public QueryReport report() {
    return new QueryReport(plan.path(), plan.ranges().size(), scanned, returned);
  }

  /** Reads on within a range. Returns true at the end of the range. */
  private boolean read(ScanRange range, Slice slice, List<Entity> target) {
    var cursor = open(range, rangeBegun);
    Entity last = null;
    slice.sought();
    for (; cursor.isValid(); next(cursor)) {
      var entity = rows.read(cursor.current());
      slice.scanned();
      scanned++;
      if (entity != null) {
        target.add(entity);
        slice.added(entity);
        returned++;
        remaining--;
        last = entity;
      }
      if (!slice.isOpen()) {
        lastKey = cursor.key();
        rangeBegun = true;
        return false;
      }
    }
    if (last != null) { // the next range may begin with a cold page
      lastKey = TreeKeys.of(tableId, last.key().encoded());
    }
    return true;
  }

  /** Moves on. At a cold page the scan is to go on after the entry at which the cursor stays. */
  private void next(RangeCursor cursor) {
    try {
      cursor.next();
    } catch (ColdPage e) {
      lastKey = cursor.key();
      rangeBegun = true;
      throw e;
    }
  }

  @Override
  public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
    var ahead = new PagesAhead(cold);
    if (rangeIndex < ranges.size()) {
      addAhead(ahead, cold, ranges.get(rangeIndex), PagesAhead.leavesOf(rows));
    }
    pins.await(ahead.pages(), loop, task);
  }

  private void addAhead(PagesAhead ahead, ColdPage cold, ScanRange range, int leaves) {
    var forwards = direction != Direction.DESCENDING;
    ahead.addLeaves(cold.shard(), pins.of(cold.shard()), cold.key(), forwards, leaves);
    if (range.isOfAllGroups()) {
      var bound = forwards ? range.range().lower() : range.range().upper();
      var last = lastKey;
      var key = rangeBegun && last != null ? last : TreeKeys.of(tableId, bound);
      for (var shard = 0; shard < store.shards().size(); shard++) {
        ahead.addLeaves(shard, pins.of(shard), key, forwards, 1);
      }
    }
  }

  private RangeCursor open(ScanRange range, boolean begun) {
    var lower = TreeKeys.of(tableId, range.range().lower());
    var upper = TreeKeys.of(tableId, range.range().upper());
    var trees = range.isOfAllGroups() ? pins.all() : List.of(pins.of(range.group()));
    return RangeCursor.open(trees, lower, upper, direction, begun ? lastKey : null);
  }

  private static EntityKey entityKey(byte[] treeKey) {
    return EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }
}
