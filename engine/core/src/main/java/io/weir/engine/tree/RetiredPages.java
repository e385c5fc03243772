package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageStore;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Pages that a version no longer reaches: single pages that it replaced, and whole subtrees that it
 * cut off.
 *
 * <p>Runs on: the writer's thread.
 *
 * <p>A subtree costs nothing until it is freed: its pages are neither counted nor read. Freeing
 * walks it from left to right and keeps the remaining children of each level on a stack. Each call
 * does a bounded amount of work, and the next call continues there.
 */
final class RetiredPages {

  private final PageList pages;

  /** The top of the stack of subtrees; null if there are none, as after most commits. */
  private @Nullable Children subtrees;

  private int subtreeCount;

  /**
   * Neighbouring children of a node, from {@code from}, inclusive, to {@code to}, exclusive.
   *
   * @param below what is under them on the stack
   */
  private record Children(
      Branch node, int from, int to, @Nullable Children below) {}

  /** @param expectedPages number of single pages for which there is room at once, at least 1 */
  RetiredPages(int expectedPages) {
    pages = new PageList(expectedPages);
  }

  void addPage(long id, long address) {
    pages.add(id, address, LeafPage.lengthBytes(address));
  }

  /** Adds everything below some neighbouring children of a node. */
  void addChildren(Branch node, int from, int to) {
    if (from < to) {
      subtrees = new Children(node, from, to, subtrees);
      subtreeCount++;
    }
  }

  boolean isEmpty() {
    return pages.size() == 0 && subtrees == null;
  }

  /** Returns the number of single pages. */
  int pages() {
    return pages.size();
  }

  /** Returns the number of parts of subtrees that remain to be walked. */
  int subtrees() {
    return subtreeCount;
  }

  /** Frees at most {@code most} pages, removes them and returns their number. */
  int free(PageStore store, int most) {
    int freed = pages.freeLast(store, most);
    Children next = subtrees;
    while (freed < most && next != null) {
      subtrees = next.below();
      subtreeCount--;
      if (next.node() instanceof LeafBranch leaves) {
        int to = next.from() + Math.min(next.to() - next.from(), most - freed);
        for (int child = next.from(); child < to; child++) {
          long place = leaves.place(child);
          store.free(leaves.id(child), place, store.lengthOf(leaves.id(child), place));
        }
        freed += to - next.from();
        addChildren(leaves, to, next.to());
      } else {
        descend((InnerBranch) next.node(), next.from(), next.to());
      }
      next = subtrees;
    }
    return freed;
  }

  private void descend(InnerBranch node, int from, int to) {
    addChildren(node, from + 1, to);
    Branch first = node.child(from);
    addChildren(first, 0, first.count());
  }

  /** Shows the id of every page. For checks only, because it walks all subtrees. */
  void forEachId(LongConsumer visitor) {
    for (int i = 0; i < pages.size(); i++) {
      visitor.accept(pages.id(i));
    }
    for (Children next = subtrees; next != null; next = next.below()) {
      forEachId(next.node(), next.from(), next.to(), visitor);
    }
  }

  private static void forEachId(Branch node, int from, int to, LongConsumer visitor) {
    for (int child = from; child < to; child++) {
      if (node instanceof LeafBranch leaves) {
        visitor.accept(leaves.id(child));
      } else {
        Branch below = ((InnerBranch) node).child(child);
        forEachId(below, 0, below.count(), visitor);
      }
    }
  }
}
