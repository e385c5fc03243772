package io.weir.engine.scan;

import io.weir.api.Query;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the keys of the entities that index entries name, and sorts them.
 *
 * <p>It reads shard after shard, each in one version. An entity and its entries lie in one shard,
 * so an entity that matches all the time is found even if its entry changes while other shards are
 * read. Belongs to one thread at a time.
 */
final class KeyCollector {

  /** Leaves of index entries that are read ahead. */
  private static final int LEAVES_AHEAD = 4;

  private final ReadView store;
  private final int tableId;
  private final List<IndexAccess> accesses;
  private final Query query;
  private final int most;
  private final List<byte[]> found = new ArrayList<>();
  private int group;
  private long scanned;

  /**
   * Creates a collector for a query from its continuation on.
   *
   * @param most most entries to keep; with one more the collector stops
   */
  KeyCollector(ReadView store, int tableId, List<IndexAccess> accesses, Query query, int most) {
    this.store = store;
    this.tableId = tableId;
    this.accesses = accesses;
    this.query = query;
    this.most = most;
  }

  /**
   * Reads the next shards until a slice of work is done, at least one. Returns true when all are
   * read or the entries are too many.
   */
  boolean collect(Pins pins) {
    var work = 0L;
    while (!isEnded() && work < KeyScan.SCANNED_A_SLICE) {
      var before = scanned;
      work += collectWhole(pins.of(group));
      group++;
      work += scanned - before;
    }
    return isEnded();
  }

  private boolean isEnded() {
    return group == store.shards().size() || isTooMany();
  }

  /** Whether more entries turned up than the collector may keep. */
  boolean isTooMany() {
    return found.size() > most;
  }

  /** Returns the number of entries read. */
  long scanned() {
    return scanned;
  }

  /**
   * Collects from a shard. At a cold page it forgets what it has found in the shard, which is
   * collected again.
   */
  private int collectWhole(Tree tree) {
    var before = found.size();
    var scannedBefore = scanned;
    try {
      return collect(tree);
    } catch (ColdPage e) {
      found.subList(before, found.size()).clear();
      scanned = scannedBefore;
      throw e;
    }
  }

  /** Returns a cold page and those that the rest of the collection begins with. */
  List<ColdPage> pagesAhead(ColdPage cold, Pins pins) {
    var ahead = new PagesAhead(cold);
    ahead.addLeaves(cold.shard(), pins.of(cold.shard()), cold.key(), true, LEAVES_AHEAD);
    for (var shard = group + 1; shard < store.shards().size() && !ahead.isFull(); shard++) {
      for (var access : accesses) {
        for (var range : access.ranges()) {
          ahead.addLeaf(shard, pins.of(shard), range.lowerKey(access.index()));
        }
      }
    }
    return ahead.pages();
  }

  /** Collects from a shard. Returns the number of ranges that it has sought. */
  private int collect(Tree tree) {
    var ranges = 0;
    var cursor = new Cursor().open(tree);
    for (var access : accesses) {
      for (var range : access.ranges()) {
        collect(cursor, access, range);
        ranges++;
      }
    }
    return ranges;
  }

  private void collect(Cursor cursor, IndexAccess access, IndexAccess.Range range) {
    var upper = range.upperKey(access.index());
    for (var more = cursor.seek(range.lowerKey(access.index()));
        more && !isTooMany() && cursor.compareKey(upper) < 0;
        more = cursor.next()) {
      scanned++;
      var treeKey = IndexKeys.entityKey(cursor.key(), access.index(), tableId);
      if (isAhead(treeKey)) {
        found.add(treeKey);
      }
    }
  }

  /** Whether a key lies after the query's continuation. */
  private boolean isAhead(byte[] treeKey) {
    var from = query.from();
    if (from == null) {
      return true;
    }
    var compared = order().compare(treeKey, TreeKeys.of(tableId, from.key().encoded()));
    return compared > 0 || from.inclusive() && compared == 0;
  }

  /** Returns the keys in the order of the answer, each once. */
  List<byte[]> sorted() {
    found.sort(order());
    var distinct = new ArrayList<byte[]>(found.size());
    byte[] last = {};
    for (var key : found) {
      if (!Arrays.equals(key, last)) {
        distinct.add(key);
      }
      last = key;
    }
    return distinct;
  }

  /**
   * Returns the order of the answer. Without an order, the parts of the store come one after
   * another, as a scan of keys reads them.
   */
  private Comparator<byte[]> order() {
    Comparator<byte[]> byKey = Arrays::compareUnsigned;
    return switch (query.direction()) {
      case ASCENDING -> byKey;
      case DESCENDING -> Collections.reverseOrder(byKey);
      case UNORDERED ->
        Comparator.<byte[]>comparingInt(store.groups()::ofTreeKey).thenComparing(byKey);
    };
  }
}
