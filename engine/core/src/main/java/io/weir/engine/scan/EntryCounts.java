package io.weir.engine.scan;

import io.weir.engine.partition.TreeKeys;
import io.weir.engine.plan.AccessChoice;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.query.EncodedRange;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import java.util.stream.IntStream;

/** Counts what plans would read, by the counters of leaf pages. Belongs to one thread. */
final class EntryCounts implements AccessChoice.Counter {

  /** Most leaf pages and seeks of one count: some tens of microseconds. What is not counted then is taken for too much. */
  private static final int BUDGET = 1_024;

  /** Leaf pages after which a count looks whether it has enough. */
  private static final int LEAVES_A_STEP = 16;

  private final int tableId;
  private final Store store;
  private final Pins pins;

  EntryCounts(Store store, int tableId, Pins pins) {
    this.store = store;
    this.tableId = tableId;
    this.pins = pins;
  }

  @Override
  public long entries(IndexAccess access, long most) {
    var count = new Count(most);
    for (var group = 0; group < store.shards().size() && count.isOpen(); group++) {
      for (var range : access.ranges()) {
        count.add(group, range.lowerKey(access.index()), range.upperKey(access.index()));
      }
    }
    return count.result();
  }

  @Override
  public long entities(QueryPlan plan, long most) {
    var count = new Count(most);
    for (var range : plan.ranges()) {
      if (!count.isOpen()) {
        break;
      }
      var lower = TreeKeys.of(tableId, range.lower());
      var upper = TreeKeys.of(tableId, range.upper());
      groupsOf(range, lower).forEach(group -> count.add(group, lower, upper));
    }
    return count.result();
  }

  /** Returns the partition groups that may hold entities of a range: one for a range within a partition. */
  private IntStream groupsOf(EncodedRange range, byte[] lower) {
    return range.partitionKey() == null
        ? IntStream.range(0, store.shards().size())
        : IntStream.of(store.groups().ofTreeKey(lower));
  }

  private final class Count {

    private final long most;
    private long entries;
    private int budget = BUDGET;

    Count(long most) {
      this.most = most;
    }

    boolean isOpen() {
      return entries <= most && budget > 0;
    }

    void add(int group, byte[] lower, byte[] upper) {
      if (!isOpen()) {
        return;
      }
      budget--;
      var cursor = new Cursor().open(pins.of(group));
      var more = cursor.seek(lower);
      while (more && isOpen()) {
        var leaves = Math.min(budget, LEAVES_A_STEP);
        entries += cursor.countTo(upper, leaves);
        budget -= cursor.countedLeaves();
        more = cursor.countedLeaves() == leaves && !cursor.isExhausted();
      }
    }

    long result() {
      return budget > 0 ? entries : Long.MAX_VALUE;
    }
  }
}
