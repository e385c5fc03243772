package io.weir.engine.indexing;

import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.EntrySweepMarker;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.pending.Changes;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.Arrays;

/**
 * Removes the entries that a removal of ranges left behind: those whose entity is absent or has another entry. An {@link EntrySweepMarker} says
 * that a sweep is due, and holds its position. Belongs to the loop of one shard.
 */
final class Sweep implements SlicedWork.Work {

  private static final int ENTRIES_A_SLICE = 256;

  private final TableIndex index;
  private final int tableId;
  private final EntryEncoder encoder;

  Sweep(TableIndex index, int tableId) {
    this.index = index;
    this.tableId = tableId;
    this.encoder = new EntryEncoder(index);
  }

  /** Whether a sweep is due. */
  static boolean isDue(Tree tree, TableIndex index, int group) {
    return tree.find(EntrySweepMarker.key(index.id(), group)) != null;
  }

  @Override
  public boolean slice(int group, Tree tree, Changes changes) {
    var marker = EntrySweepMarker.key(index.id(), group);
    var at = tree.find(marker);
    if (at == null) {
      return false;
    }
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(index.id());
    var more = cursor.seek(
        at.length == 0 ? IndexKeys.startOfEntries(index.id()) : Arrays.copyOf(at, at.length + 1));
    var last = at;
    for (var i = 0; more && i < ENTRIES_A_SLICE && cursor.compareKey(end) < 0; i++) {
      last = cursor.key();
      if (isGarbage(last, tree, group)) {
        changes.remove(last);
      }
      more = cursor.next();
    }
    if (!more || cursor.compareKey(end) >= 0) {
      changes.remove(marker);
      return false;
    }
    changes.put(marker, last);
    return true;
  }

  private boolean isGarbage(byte[] entry, Tree tree, int group) {
    var key = IndexKeys.entityKey(entry, index, tableId);
    var stored = tree.find(key);
    return stored == null || !Arrays.equals(entry, encoder.entry(key, stored, group));
  }
}
