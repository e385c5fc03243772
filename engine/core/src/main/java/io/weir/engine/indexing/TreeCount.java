package io.weir.engine.indexing;

import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;

/**
 * A count of entries by the counters of leaf pages: one look at each leaf.
 *
 * @param entries number of entries
 * @param bytes about the length of keys and values
 */
record TreeCount(long entries, long bytes) {

  /** Counts the entries from one key, inclusive, to another, exclusive. */
  static TreeCount of(Tree tree, byte[] from, byte[] to) {
    var cursor = new Cursor().open(tree);
    if (!cursor.seek(from)) {
      return new TreeCount(0, 0);
    }
    var entries = cursor.countTo(to, Integer.MAX_VALUE);
    return new TreeCount(entries, cursor.countedBytes());
  }

  /** Returns the number of entries from one key, inclusive, to another, exclusive. */
  static long entries(Tree tree, byte[] from, byte[] to) {
    return of(tree, from, to).entries();
  }
}
