package io.weir.engine.indexing;

import io.weir.engine.command.Changes;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import io.weir.engine.walk.Sliced;
import io.weir.engine.walk.UpkeepStretch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds the entries of the entities that a table had before its index. Its position in a shard is a
 * marker: the key of the last entity, or {@link #DONE}. Owner: the loop of one shard.
 */
final class Backfill implements UpkeepStretch {

  private static final byte MARKER = 1;
  static final byte[] DONE = {0};
  private static final byte[] NOTHING = {};
  private static final int ENTITIES_A_SLICE = 128;
  private static final int BYTES_A_SLICE = 1 << 20;

  private final TableIndex index;
  private final int tableId;
  private final int group;
  private final Runnable whenFilled;
  private final EntryEncoder encoder;

  Backfill(TableIndex index, int tableId, int group, Runnable whenFilled) {
    this.index = index;
    this.tableId = tableId;
    this.group = group;
    this.whenFilled = whenFilled;
    this.encoder = new EntryEncoder(index);
  }

  /**
   * Returns the share of a shard's entities that a backfill has visited, as two numbers: visited,
   * and all.
   */
  static long[] progress(Tree tree, TableIndex index, int tableId, int group) {
    return progress(tree, tableId, position(tree, index, group));
  }

  /**
   * Returns the share of a shard's entities that are not after a position; null for none visited.
   */
  static long[] progress(Tree tree, int tableId, byte @Nullable [] at) {
    var from = TreeKeys.startOfTable(tableId);
    var to = TreeKeys.endOfTable(tableId);
    var all = TreeCount.entries(tree, from, to);
    if (at == null) {
      return new long[] {0, all};
    }
    return new long[] {isDone(at) ? all : TreeCount.entries(tree, from, at), all};
  }

  @Override
  public int tableId() {
    return index.id();
  }

  @Override
  public Sliced slice(UpkeepCommand.View view, Changes changes) {
    var tree = view.tree();
    var at = position(tree, index, group);
    if (at != null && isDone(at)) {
      return Sliced.NOTHING_LEFT;
    }
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(tableId);
    var more = cursor.seek(at == null ? TreeKeys.startOfTable(tableId) : after(at));
    var last = at;
    var bytes = 0;
    var visited = 0;
    while (more
        && cursor.compareKey(end) < 0
        && visited < ENTITIES_A_SLICE
        && bytes < BYTES_A_SLICE) {
      last = cursor.key();
      var stored = cursor.value();
      visited++;
      bytes += last.length + stored.length;
      var entry = encoder.entry(last, stored, group);
      if (entry != null && tree.find(entry) == null) {
        changes.put(entry, NOTHING);
      }
      more = cursor.next();
    }
    var isLast = !more || cursor.compareKey(end) >= 0;
    changes.put(IndexKeys.marker(index.id(), MARKER, group), isLast || last == null ? DONE : last);
    return new Sliced(visited, isLast);
  }

  @Override
  public void left(boolean isWhole) {
    if (isWhole) {
      whenFilled.run();
    }
  }

  @Override
  public String toString() {
    return "backfill of index " + index.id();
  }

  private static byte @Nullable [] position(Tree tree, TableIndex index, int group) {
    return tree.find(IndexKeys.marker(index.id(), MARKER, group));
  }

  /** Whether a position is that of a backfill that has visited every entity. */
  static boolean isDone(byte[] position) {
    return Arrays.equals(position, DONE);
  }

  /** Returns the least key after a key. */
  static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
