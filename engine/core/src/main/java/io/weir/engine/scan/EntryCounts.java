package io.weir.engine.scan;

import io.weir.engine.index.TreeKeys;
import io.weir.engine.plan.AccessChoice;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.query.EncodedRange;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts what plans would read, by the counters of leaf pages. Belongs to one thread.
 *
 * <p>On a loop the count enters no cold page and waits for none. It takes a fixed number for a cold
 * page, and one entry for a cold page that lies only partly in the range. An index that then turns
 * out to have several times as many entries as a query may collect is given up while it is read:
 * see {@link CollectedScan}.
 */
final class EntryCounts implements AccessChoice.Counter {

  /**
   * Most leaf pages and seeks of one count: some tens of microseconds. What is not counted then is
   * taken for too much.
   */
  private static final int BUDGET = 1_024;

  /** Leaf pages after which a count looks whether it has enough. */
  private static final int LEAVES_A_STEP = 16;

  /**
   * Taken for the entries of an index in a cold page: about half of those that a full page holds.
   */
  private static final int ENTRIES_A_COLD_PAGE = 64;

  /**
   * Taken for the entities in a cold page. Small, because a read of the page costs more than its
   * entities, and each hit of an index may need such a page too.
   */
  private static final int ENTITIES_A_COLD_PAGE = 8;

  private final int tableId;
  private final ReadView store;
  private final Pins pins;

  /** @param pins of the versions to count in; those of {@link Pins#ofResident} on a loop */
  EntryCounts(ReadView store, int tableId, Pins pins) {
    this.store = store;
    this.tableId = tableId;
    this.pins = pins;
  }

  @Override
  public long entries(IndexAccess access, long most) {
    var count = new Count(most, ENTRIES_A_COLD_PAGE);
    for (var group = 0; group < store.shards().size() && count.isOpen(); group++) {
      for (var range : access.ranges()) {
        count.add(group, range.lowerKey(access.index()), range.upperKey(access.index()));
      }
    }
    return count.result();
  }

  @Override
  public long entities(QueryPlan plan, long most) {
    var count = new Count(most, ENTITIES_A_COLD_PAGE);
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

  /**
   * Returns the partition groups that may hold entities of a range: one for a range within a
   * partition.
   */
  private IntStream groupsOf(EncodedRange range, byte[] lower) {
    return range.partitionKey() == null
        ? IntStream.range(0, store.shards().size())
        : IntStream.of(store.groups().ofTreeKey(lower));
  }

  private final class Count {

    private final Cursor cursor = new Cursor();
    private final long most;
    private final int aColdPage;
    private long entries;
    private int budget = BUDGET;

    Count(long most, int aColdPage) {
      this.most = most;
      this.aColdPage = aColdPage;
    }

    boolean isOpen() {
      return entries <= most && budget > 0;
    }

    void add(int group, byte[] lower, byte[] upper) {
      var from = lower;
      while (from != null && isOpen()) {
        budget--;
        var tree = pins.of(group);
        var cold = countTo(upper, tree, from);
        from = cold == null ? null : pass(tree, cold.key(), lower, upper);
      }
    }

    /** Counts from a key to another, or to a cold page. Returns that page; null at the end. */
    private @Nullable ColdPage countTo(byte[] upper, Tree tree, byte[] from) {
      ColdPage cold = null;
      try {
        var more = cursor.open(tree).seek(from);
        while (more && isOpen()) {
          var leaves = Math.min(budget, LEAVES_A_STEP);
          entries += cursor.countResidentTo(upper, leaves);
          budget -= cursor.countedLeaves();
          cold = cursor.coldAhead();
          more = cold == null && cursor.countedLeaves() == leaves && !cursor.isExhausted();
        }
      } catch (ColdPage e) {
        cold = e;
      }
      return cold;
    }

    /**
     * Passes over a cold page. Returns the first key after it; null when the range ends before
     * that.
     */
    private byte @Nullable [] pass(Tree tree, byte[] page, byte[] lower, byte[] upper) {
      if (Arrays.compareUnsigned(page, upper) >= 0) {
        return null;
      }
      var end = ColdLeaves.endOf(tree, page);
      var isLast = end == null || Arrays.compareUnsigned(end, upper) >= 0;
      var isWhole = !isLast && Arrays.compareUnsigned(page, lower) >= 0;
      entries += isWhole ? aColdPage : 1;
      return isLast ? null : end;
    }

    long result() {
      return budget > 0 ? entries : Long.MAX_VALUE;
    }
  }
}
