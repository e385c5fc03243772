package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageStore;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/**
 * Pages that a version no longer reaches: those it replaced, one by one, and whole subtrees that
 * were cut off.
 *
 * <p>Runs on: the writer's thread.
 *
 * <p>A subtree costs nothing until it is freed: nobody has counted its pages, or looked at them.
 * Freeing walks it from left to right and keeps, as a stack, what is left at each level. So a call
 * does as much as it was told to and the next goes on from there.
 */
final class RetiredPages {

  private final PageList pages = new PageList();
  private final ArrayDeque<Children> subtrees = new ArrayDeque<>();

  /** Neighbouring children of a node, from one up to another, which is not included. */
  private record Children(Branch node, int from, int to) {}

  void addPage(long id, long address) {
    pages.add(id, address, LeafPage.lengthBytes(address));
  }

  /** Adds all that is below some neighbouring children of a node. */
  void addChildren(Branch node, int from, int to) {
    if (from < to) {
      subtrees.push(new Children(node, from, to));
    }
  }

  boolean isEmpty() {
    return pages.size() == 0 && subtrees.isEmpty();
  }

  /** Pages known one by one. */
  int pages() {
    return pages.size();
  }

  /** Parts of subtrees that are left to be walked. */
  int subtrees() {
    return subtrees.size();
  }

  /** Frees pages, at most so many, and forgets them; returns how many. */
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

  /** Shows the id of every page; for checks, because it walks all subtrees. */
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
