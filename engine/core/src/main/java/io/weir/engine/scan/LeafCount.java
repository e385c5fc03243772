package io.weir.engine.scan;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.query.EncodedRange;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Cursor;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A count of the entities in exact key ranges, by the counters of leaf pages. It reads no entity.
 *
 * <p>It goes in slices, as a scan does, and pins a shard for a slice only. Belongs to one thread at
 * a time.
 */
public final class LeafCount {

  /** The number of leaf pages and seeks of a slice: some tenths of a millisecond. */
  private static final int LEAVES_A_SLICE = 1_024;

  /** A range of keys in one shard. */
  private record Part(EncodedRange range, int group) {}

  private final ReadView store;
  private final int tableId;
  private final QueryPlan plan;
  private final long top;
  private final List<Part> parts;

  private int part;

  /** The key at which the current part goes on; null at its start. */
  private byte @Nullable [] goesOnAt;

  private long counted;

  /**
   * Creates a count from the query's continuation on. The plan must be exact, and none of the
   * entities may expire.
   */
  LeafCount(ReadView store, int tableId, QueryPlan plan, Query query) {
    this.store = store;
    this.tableId = tableId;
    this.plan = plan;
    this.top = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
    this.parts = ScanRange.of(store.groups(), tableId, plan, query).stream()
        .flatMap(range -> groupsOf(range).mapToObj(group -> new Part(range.range(), group)))
        .toList();
  }

  private IntStream groupsOf(ScanRange range) {
    return range.isOfAllGroups()
        ? IntStream.range(0, store.shards().size())
        : IntStream.of(range.group());
  }

  /**
   * Counts a slice. Returns true when the count is complete.
   *
   * <p>On a loop it throws {@link ColdPage} at a page that is not in memory; see {@link #await}.
   *
   * <p>Fails with {@code TableNotFound} when the table no longer exists, with {@code ServerBusy}
   * while the store closes or a shard is rebuilt, and with {@code InternalError} when memory cannot
   * be read.
   */
  public boolean advance() {
    var pins = Pins.ofResident(store);
    try {
      return advance(pins);
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    } finally {
      pins.release();
    }
  }

  private boolean advance(Pins pins) {
    if (!store.catalog().isLive(tableId)) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped");
    }
    var leaves = LEAVES_A_SLICE;
    while (part < parts.size() && counted < top && leaves > 0) {
      leaves -= count(pins, leaves);
    }
    return part == parts.size() || counted >= top;
  }

  /** Counts on in the current part. Returns the number of leaves and seeks. */
  private int count(Pins pins, int mostLeaves) {
    var current = parts.get(part);
    var cursor = new Cursor().open(pins.of(current.group()));
    var from = goesOnAt;
    var more = cursor.seek(from == null ? TreeKeys.of(tableId, current.range().lower()) : from);
    if (more) {
      counted += cursor.countResidentTo(TreeKeys.of(tableId, current.range().upper()), mostLeaves);
      var cold = cursor.coldAhead();
      if (cold != null) {
        goesOnAt = cold.key();
        throw cold;
      }
    }
    var work = 1 + (more ? cursor.countedLeaves() : 0);
    if (more && cursor.countedLeaves() == mostLeaves && !cursor.isExhausted()) {
      goesOnAt = cursor.key();
    } else {
      part++;
      goesOnAt = null;
    }
    return work;
  }

  /**
   * Has the page read that {@link #advance} has come to, and those after it. Then runs a task on
   * the loop. Fails as {@link Scan#await} does.
   */
  public void await(ColdPage cold, Executor loop, Runnable task) {
    var pins = new Pins(store);
    try {
      var ahead = new PagesAhead(cold)
          .addLeaves(cold.shard(), pins.of(cold.shard()), cold.key(), true, PagesAhead.MOST);
      store.coldReads().readAll(ahead.pages(), loop, task);
    } finally {
      pins.release();
    }
  }

  /** Returns the plan and the number of entities so far. */
  public QueryReport report() {
    return new QueryReport(plan.path(), plan.ranges().size(), 0, Math.min(counted, top));
  }
}
