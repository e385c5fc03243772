package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;

/**
 * Brings the leaves that a group of writes touches into the processor's caches, before the first is
 * edited.
 *
 * <p>Runs on: the writer's thread; stateless.
 *
 * <p>An edit waits for memory at the head of its page and at its last entry, one page after the
 * other. Here the reads of all pages are independent of each other, so that the processor makes
 * many of them at once. A group of few writes would gain less than the second descent costs. Fails
 * with {@link io.weir.engine.page.PageDamaged}.
 */
final class LookAhead {

  static final int LEAST_WRITES = 8;

  private LookAhead() {}

  /**
   * Reads the leaves. The writes are in key order.
   *
   * @return the number of entries of the leaves plus the lengths of their last keys, so that no
   *     compiler leaves a read out
   */
  static int over(Tree tree, Mutation[] sorted) {
    if (sorted.length < LEAST_WRITES) {
      return 0;
    }
    var pages = new long[sorted.length];
    int found = 0;
    for (var write : sorted) {
      long page = tree.leafOf(write.key());
      if (page != 0 && (found == 0 || pages[found - 1] != page)) {
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
}
