package io.weir.engine.scan;

import io.weir.engine.partition.TreeKeys;
import io.weir.engine.plan.AccessChoice;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;

/** Counts what plans would read, by the counters of leaf pages. Belongs to one thread. */
final class EntryCounts implements AccessChoice.Counter {

  /** Most leaf pages and seeks of one count: some tens of microseconds. What is not counted then is taken for too much. */
  private static final int BUDGET = 1_024;

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
        count.add(pins.of(group), range.lowerKey(access.index()), range.upperKey(access.index()));
      }
    }
    return count.result();
  }

  @Override
  public long entities(QueryPlan plan, long most) {
    var count = new Count(most);
    for (var group = 0; group < store.shards().size() && count.isOpen(); group++) {
      for (var range : plan.ranges()) {
        count.add(
            pins.of(group),
            TreeKeys.of(tableId, range.lower()),
            TreeKeys.of(tableId, range.upper()));
      }
    }
    return count.result();
  }

  private static final class Count {

    private final long most;
    private long entries;
    private int budget = BUDGET;

    Count(long most) {
      this.most = most;
    }

    boolean isOpen() {
      return entries <= most && budget > 0;
    }

    void add(Tree tree, byte[] lower, byte[] upper) {
      if (!isOpen()) {
        return;
      }
      budget--;
      var cursor = new Cursor().open(tree);
      if (cursor.seek(lower)) {
        var leaves = Math.min(budget, 64);
        entries += cursor.countTo(upper, leaves);
        budget -= cursor.countedLeaves();
      }
    }

    long result() {
      return budget > 0 ? entries : Long.MAX_VALUE;
    }
  }
}
