package io.weir.engine.scan;

import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages that a scan asks for together: the one that it has come to, and cold ones that it will
 * come to.
 *
 * <p>As many as its reader's demand may need, and {@value #MOST} at most. Belongs to one wait of a
 * scan.
 */
final class PagesAhead {

  static final int MOST = 32;

  /**
   * Entities that a leaf holds at least, as a rule. A scan with a small demand reads few leaves
   * ahead.
   */
  private static final int ROWS_A_LEAF = 4;

  private final List<ColdPage> pages = new ArrayList<>();

  PagesAhead(ColdPage first) {
    pages.add(first);
  }

  /** Returns the leaves to look at for so many entities. */
  static int leavesOf(int rows) {
    return Math.min(MOST, 1 + rows / ROWS_A_LEAF);
  }

  boolean isFull() {
    return pages.size() >= MOST;
  }

  /** Adds the cold ones among the next leaves of a tree. */
  PagesAhead addLeaves(int shard, Tree tree, byte[] key, boolean forwards, int leaves) {
    for (var cold : ColdLeaves.ahead(tree, key, forwards, leaves)) {
      if (!isFull()) {
        pages.add(new ColdPage(shard, cold));
      }
    }
    return this;
  }

  /** Adds the leaf of a key if it is cold. */
  void addLeaf(int shard, Tree tree, byte[] key) {
    if (!isFull() && tree.isCold(key)) {
      pages.add(new ColdPage(shard, key));
    }
  }

  List<ColdPage> pages() {
    return pages;
  }
}
