package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;

/**
 * Removes all entries of a key range from a tree.
 *
 * <p>Runs on: the writer's thread; used for one range.
 *
 * <p>Leaves that lie in the range as a whole are unlinked: of their pages only the header is read.
 * The two at its ends are written again without what lies in the range.
 */
final class RangeEdit {

  private final TreeWriter writer;
  private final TurnPages pages;
  private final byte[] from;
  private final byte[] to;
  private long removed;

  RangeEdit(TreeWriter writer, TurnPages pages, byte[] from, byte[] to) {
    this.writer = writer;
    this.pages = pages;
    this.from = from;
    this.to = to;
  }

  /** Number of entries removed. */
  long removed() {
    return removed;
  }

  /**
   * Removes what of a node lies in the range.
   *
   * @param begun whether the range begins before the node
   * @param goesOn whether it ends after the node
   */
  Nodes apply(Branch node, boolean begun, boolean goesOn) {
    int first = begun ? 0 : node.fences().childOf(from);
    int last = goesOn ? node.count() - 1 : node.fences().childOf(to);
    return node instanceof LeafBranch leaves
        ? applyToLeaves(leaves, first, last, begun, goesOn)
        : applyToNodes((InnerBranch) node, first, last, begun, goesOn);
  }

  private Nodes applyToNodes(InnerBranch node, int first, int last, boolean begun, boolean goesOn) {
    BranchAssembly assembly = writer.assemble(node);
    assembly.keep(0, first);
    for (int child = first; child <= last; child++) {
      boolean fromStart = begun || child > first;
      boolean toEnd = goesOn || child < last;
      if (fromStart && toEnd) {
        retire(node.child(child));
        assembly.drop(child);
      } else {
        assembly.replace(child, apply(node.child(child), fromStart, toEnd));
      }
    }
    assembly.keep(last + 1, node.count());
    return assembly.finish();
  }

  private Nodes applyToLeaves(LeafBranch node, int first, int last, boolean begun, boolean goesOn) {
    LeafAssembly assembly = writer.assemble(node);
    if (node.count() > 0) {
      assembly.keep(0, first);
      for (int child = first; child <= last; child++) {
        long page = node.address(child);
        int start = begun || child > first ? 0 : position(page, from);
        int end = goesOn || child < last ? LeafPage.count(page) : position(page, to);
        applyToLeaf(assembly, child, page, start, end);
      }
      assembly.keep(last + 1, node.count());
    }
    return assembly.finish();
  }

  private static int position(long page, byte[] key) {
    int found = LeafPage.find(page, key, key.length);
    return found >= 0 ? found : -(found + 1);
  }

  private void applyToLeaf(LeafAssembly assembly, int child, long page, int start, int end) {
    int count = LeafPage.count(page);
    removed += Math.max(0, end - start);
    if (start >= end) {
      assembly.keep(child, child + 1);
    } else if (end - start == count) {
      assembly.drop(child);
    } else {
      LeafPlan plan = writer.plan();
      plan.clear();
      plan.addEntries(page, 0, start);
      plan.addEntries(page, end, count);
      assembly.replace(child, true);
    }
  }

  private void retire(Branch node) {
    if (node instanceof LeafBranch leaves) {
      for (int child = 0; child < leaves.count(); child++) {
        removed += LeafPage.count(leaves.address(child));
        pages.retire(leaves.id(child), leaves.address(child));
      }
    } else {
      var inner = (InnerBranch) node;
      for (int child = 0; child < inner.count(); child++) {
        retire(inner.child(child));
      }
    }
  }
}
