package io.weir.engine.scan;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One walk through a query's answer: where it is, and how to go on.
 *
 * <p>Belongs to one thread at a time. What it reads is one version of each shard from when the shard is first read until {@link
 * #release}; what comes after is read from versions that are newer.
 */
public final class Scan {

  /** Most entities read in a call of {@link #advance}, matching or not: some tenths of a millisecond. */
  private static final int SCANNED_A_SLICE = 1024;

  /** Bytes of matching entities after which a call of {@link #advance} ends. */
  private static final int BYTES_A_SLICE = 256 * 1024;

  private final Store store;
  private final int tableId;
  private final QueryPlan plan;
  private final Direction direction;
  private final List<Leg> legs;
  private final RowReader rows;
  private final Pins pins;

  private int legIndex;

  /** The key at which the last call stopped; in the current leg when {@code legBegun}. */
  private byte @Nullable [] lastKey;

  private boolean legBegun;
  private long remaining;
  private long scanned;
  private long returned;

  /** A walk from the query's start, or from where its continuation says. */
  public Scan(Store store, int tableId, QueryPlan plan, Query query) {
    this.store = store;
    this.tableId = tableId;
    this.plan = plan;
    this.direction = query.direction();
    this.legs = Leg.of(store.groups(), tableId, plan, query);
    this.rows = new RowReader(plan.predicate().orElse(null), query.selection());
    this.pins = new Pins(store);
    this.remaining = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
  }

  /**
   * Reads on, adding at most {@code maxRows} entities to {@code target}; fewer, and perhaps none, where it has read for long enough.
   * True when nothing is left to be answered. Keeps its pins: the caller lets go with {@link #release}.
   *
   * <p>Fails with {@code TableNotFound} when the table is gone, with {@code ServerBusy} when the store closes, and with {@code
   * InternalError} when something cannot be read.
   */
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
    var slice = new Slice((int) Math.min(maxRows, remaining), SCANNED_A_SLICE, BYTES_A_SLICE);
    while (legIndex < legs.size() && slice.isOpen()) {
      if (read(legs.get(legIndex), slice, target)) {
        legIndex++;
        legBegun = false;
      }
    }
    return legIndex == legs.size() || remaining == 0;
  }

  /** Lets go of the versions read. A walk that goes on afterwards reads newer ones. */
  public void release() {
    pins.release();
  }

  /** The place behind the entity at which the last call stopped; absent before the first call that had to stop. */
  public @Nullable Continuation position() {
    return lastKey == null ? null : Continuation.after(entityKey(lastKey), direction);
  }

  /** The place of the entity that would be read next; absent when there is none. Keeps its pins, as {@link #advance} does. */
  public @Nullable Continuation next() {
    try {
      return nextPlace();
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private @Nullable Continuation nextPlace() {
    for (var index = legIndex; index < legs.size(); index++) {
      var cursor = open(legs.get(index), index == legIndex && legBegun);
      if (cursor.isValid()) {
        return Continuation.at(entityKey(cursor.key()), direction);
      }
    }
    return null;
  }

  /** Entities read so far, matching or not. */
  public long scanned() {
    return scanned;
  }

  /** What the walk took so far. */
  public QueryReport report() {
    return new QueryReport(plan.path(), plan.ranges().size(), scanned, returned);
  }

  /** Reads on within a leg; true when nothing is left of it. */
  private boolean read(Leg leg, Slice slice, List<Entity> target) {
    var cursor = open(leg, legBegun);
    slice.sought();
    for (; cursor.isValid(); cursor.next()) {
      var entity = rows.read(cursor.current());
      slice.scanned();
      scanned++;
      if (entity != null) {
        target.add(entity);
        slice.added(entity);
        returned++;
        remaining--;
      }
      if (!slice.isOpen()) {
        lastKey = cursor.key();
        legBegun = true;
        return false;
      }
    }
    return true;
  }

  private RangeCursor open(Leg leg, boolean begun) {
    var lower = TreeKeys.of(tableId, leg.range().lower());
    var upper = TreeKeys.of(tableId, leg.range().upper());
    var trees = leg.isOfAllGroups() ? pins.all() : List.of(pins.of(leg.group()));
    return RangeCursor.open(trees, lower, upper, direction, begun ? lastKey : null);
  }

  private static EntityKey entityKey(byte[] treeKey) {
    return EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }
}
