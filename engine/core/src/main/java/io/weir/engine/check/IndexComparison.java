package io.weir.engine.check;

import io.weir.api.entity.EntityKey;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import org.jspecify.annotations.Nullable;

/** Counts how the entries of one index agree with the entities, shard after shard. Belongs to the thread that checks. */
final class IndexComparison {

  private final int tableId;
  private final TableIndex index;
  private final EntryEncoder encoder;
  private long sound;
  private long missing;
  private long leftOver;
  private @Nullable EntityKey firstMissing;

  IndexComparison(int tableId, TableIndex index) {
    this.tableId = tableId;
    this.index = index;
    this.encoder = new EntryEncoder(index);
  }

  /** Adds a shard. */
  void add(Tree tree, int group) {
    var entries = entries(tree);
    var implied = implied(tree, group);
    sound += implied;
    leftOver += entries - implied;
  }

  /** Returns the number of entities of a shard that have their entry, and counts those that lack it. */
  private long implied(Tree tree, int group) {
    var found = 0L;
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(tableId);
    var more = cursor.seek(TreeKeys.startOfTable(tableId));
    while (more && cursor.compareKey(end) < 0) {
      var key = cursor.key();
      var entry = encoder.entry(key, cursor.value(), group);
      if (entry != null && tree.find(entry) != null) {
        found++;
      } else if (entry != null) {
        missing++;
        if (firstMissing == null) {
          firstMissing =
              EntityKey.decode(key, TreeKeys.TABLE_BYTES, key.length - TreeKeys.TABLE_BYTES);
        }
      }
      more = cursor.next();
    }
    return found;
  }

  private long entries(Tree tree) {
    var cursor = new Cursor().open(tree);
    return cursor.seek(IndexKeys.startOfEntries(index.id()))
        ? cursor.countTo(TreeKeys.endOfTable(index.id()), Integer.MAX_VALUE)
        : 0;
  }

  /** Returns the number of entries that an entity implies. */
  long sound() {
    return sound;
  }

  /** Returns the number of entities that lack their entry. */
  long missing() {
    return missing;
  }

  /** Returns the key of the first of them; null when there is none. */
  @Nullable
  EntityKey firstMissing() {
    return firstMissing;
  }

  /** Returns the number of entries that no entity implies. */
  long leftOver() {
    return leftOver;
  }
}
