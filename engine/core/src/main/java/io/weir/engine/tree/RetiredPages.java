package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageStore;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/**
 * Pages that a version no longer reaches: single pages that it replaced, and whole subtrees that it cut off.
 *
 * <p>Runs on: the writer's thread.
 *
 * <p>A subtree costs nothing until it is freed: its pages are neither counted nor read. Freeing walks it from left to
 * right and keeps the remaining children of each level on a stack. Each call does a bounded amount of work, and the
 * next call continues there.
 */
final class RetiredPages {

  private final PageList pages = new PageList();
  private final ArrayDeque<Children> subtrees = new ArrayDeque<>();

  /** Neighbouring children of a node, from {@code from}, inclusive, to {@code to}, exclusive. */
  private record Children(Branch node, int from, int to) {}

  void addPage(long id, long address) {
    pages.add(id, address, LeafPage.lengthBytes(address));
  }

  /** Adds everything below some neighbouring children of a node. */
  void addChildren(Branch node, int from, int to) {
    if (from < to) {
      subtrees.push(new Children(node, from, to));
    }
  }

  boolean isEmpty() {
    return pages.size() == 0 && subtrees.isEmpty();
  }

  /** Returns the number of single pages. */
  int pages() {
    return pages.size();
  }

  /** Returns the number of parts of subtrees that remain to be walked. */
  int subtrees() {
    return subtrees.size();
  }

  /** Frees at most {@code most} pages, removes them and returns their number. */
  int free(PageStore store, int most) {
    int freed = pages.freeLast(store, most);
    while (freed < most && !subtrees.isEmpty()) {
      Children next = subtrees.pop();
      if (next.node() instanceof LeafBranch leaves) {
        int to = next.from() + Math.min(next.to() - next.from(), most - freed);
        for (int child = next.from(); child < to; child++) {
          long address = leaves.address(child);
          store.free(leaves.id(child), address, LeafPage.lengthBytes(address));
        }
        freed += to - next.from();
        addChildren(leaves, to, next.to());
      } else {
        descend((InnerBranch) next.node(), next.from(), next.to());
      }
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
    subtrees.forEach(
        children -> forEachId(children.node(), children.from(), children.to(), visitor));
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
