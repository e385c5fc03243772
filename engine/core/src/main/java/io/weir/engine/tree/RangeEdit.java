package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.Nodes;

/**
 * Removes a key range from a tree.
 *
 * <p>Runs on: the writer's thread; used for one range.
 *
 * <p>Only the nodes on the paths to the two ends of the range are rebuilt, and only the two leaves
 * at the ends are read and written again. The children between are unlinked, as a few runs, without
 * being read, so a long range costs as much as a short one. {@link RetiredPages} walks their pages
 * later, when it frees them.
 */
final class RangeEdit {

  private final TreeWriter writer;
  private final CommitPages pages;
  private final byte[] from;
  private final byte[] to;

  RangeEdit(TreeWriter writer, CommitPages pages, byte[] from, byte[] to) {
    this.writer = writer;
    this.pages = pages;
    this.from = from;
    this.to = to;
  }

  /**
   * Removes the part of a node that lies in the range.
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
    int whole = begun ? first : first + 1;
    int wholeEnd = goesOn ? last + 1 : last;
    if (!begun) {
      assembly.replace(first, apply(node.child(first), false, goesOn || first < last));
    }
    if (whole < wholeEnd) {
      pages.retireChildren(node, whole, wholeEnd);
      assembly.drop(whole, wholeEnd);
    }
    if (!goesOn && (begun || last > first)) {
      assembly.replace(last, apply(node.child(last), true, false));
    }
    assembly.keep(last + 1, node.count());
    return assembly.finish();
  }

  private Nodes applyToLeaves(LeafBranch node, int first, int last, boolean begun, boolean goesOn) {
    LeafAssembly assembly = writer.assemble(node);
    if (node.count() == 0) {
      return assembly.finish();
    }
    assembly.keep(0, first);
    int whole = begun ? first : first + 1;
    int wholeEnd = goesOn ? last + 1 : last;
    if (!begun) {
      long page = writer.enter(node, first, from);
      boolean toEnd = goesOn || first < last;
      applyToLeaf(
          assembly,
          first,
          page,
          position(page, from),
          toEnd ? LeafPage.count(page) : position(page, to));
    }
    if (whole < wholeEnd) {
      assembly.drop(whole, wholeEnd);
    }
    if (!goesOn && (begun || last > first)) {
      long page = writer.enter(node, last, to);
      applyToLeaf(assembly, last, page, 0, position(page, to));
    }
    assembly.keep(last + 1, node.count());
    return assembly.finish();
  }

  private static int position(long page, byte[] key) {
    int found = LeafPage.find(page, key, key.length);
    return found >= 0 ? found : -(found + 1);
  }

  private void applyToLeaf(LeafAssembly assembly, int child, long page, int start, int end) {
    int count = LeafPage.count(page);
    if (start >= end) {
      assembly.keep(child, child + 1);
    } else if (end - start == count) {
      assembly.drop(child, child + 1);
    } else {
      LeafPlan plan = writer.plan();
      plan.clear();
      plan.addEntries(page, 0, start);
      plan.addEntries(page, end, count);
      assembly.replace(child, true);
    }
  }
}
