package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;

/**
 * Brings the leaves that a group of writes touches into the processor's caches, before the first is edited.
 *
 * <p>Runs on: the writer's thread; stateless.
 *
 * <p>An edit waits for memory at the head of its page and at its last entry, one page after the other. Here the reads of all pages are independent of
 * each other, so that the processor makes many of them at once. A group of few writes would gain less than the second descent costs. Fails with
 * {@link io.weir.engine.page.PageDamaged}.
 */
final class LookAhead {

  private static final int LEAST_WRITES = 8;

  private LookAhead() {}

  /** Reads the leaves. The writes are in key order. The result depends on what was read and says nothing. */
  static int over(Tree tree, Mutation[] sorted) {
    if (sorted.length < LEAST_WRITES || tree.isEmpty()) {
      return 0;
    }
    var pages = new long[sorted.length];
    int found = 0;
    for (var write : sorted) {
      long page = leafOf(tree.root(), write.key());
      if (found == 0 || pages[found - 1] != page) {
        pages[found++] = page;
      }
    }
    int read = 0;
    for (int i = 0; i < found; i++) {
      read += LeafPage.count(pages[i]);
    }
    for (int i = 0; i < found; i++) {
      read += LeafPage.keyLength(pages[i], LeafPage.count(pages[i]) - 1);
    }
    return read;
  }

  private static long leafOf(Branch root, byte[] key) {
    Branch node = root;
    while (node instanceof InnerBranch inner) {
      node = inner.child(inner.fences().childOf(key));
    }
    var leaves = (LeafBranch) node;
    return leaves.address(leaves.fences().childOf(key));
  }
}
