package io.weir.engine.indexing;

import io.weir.engine.command.Changes;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.EntrySweepMarker;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import io.weir.engine.walk.Sliced;
import io.weir.engine.walk.UpkeepStretch;
import java.util.Arrays;

/**
 * Removes the entries that a removal of ranges left behind: those whose entity is absent or has
 * another entry. An {@link EntrySweepMarker} says that a sweep is due, and holds its position.
 * Owner: the loop of one shard.
 */
final class EntrySweep implements UpkeepStretch {

  private static final int ENTRIES_A_SLICE = 256;

  private final TableIndex index;
  private final int tableId;
  private final int group;
  private final EntryEncoder encoder;

  EntrySweep(TableIndex index, int tableId, int group) {
    this.index = index;
    this.tableId = tableId;
    this.group = group;
    this.encoder = new EntryEncoder(index);
  }

  /** Whether a sweep is due. */
  static boolean isDue(Tree tree, TableIndex index, int group) {
    return tree.find(EntrySweepMarker.key(index.id(), group)) != null;
  }

  @Override
  public int tableId() {
    return index.id();
  }

  @Override
  public Sliced slice(UpkeepCommand.View view, Changes changes) {
    var tree = view.tree();
    var marker = EntrySweepMarker.key(index.id(), group);
    var at = tree.find(marker);
    if (at == null) {
      return Sliced.NOTHING_LEFT;
    }
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(index.id());
    var more =
        cursor.seek(at.length == 0 ? IndexKeys.startOfEntries(index.id()) : Backfill.after(at));
    var last = at;
    var removed = 0;
    for (var i = 0; more && i < ENTRIES_A_SLICE && cursor.compareKey(end) < 0; i++) {
      last = cursor.key();
      if (isGarbage(last, tree)) {
        changes.remove(last);
        removed++;
      }
      more = cursor.next();
    }
    if (!more || cursor.compareKey(end) >= 0) {
      changes.remove(marker);
      return new Sliced(removed, true);
    }
    changes.put(marker, last);
    return new Sliced(removed, false);
  }

  @Override
  public String toString() {
    return "sweep of index " + index.id();
  }

  private boolean isGarbage(byte[] entry, Tree tree) {
    var key = IndexKeys.entityKey(entry, index, tableId);
    var stored = tree.find(key);
    return stored == null || !Arrays.equals(entry, encoder.entry(key, stored, group));
  }
}
