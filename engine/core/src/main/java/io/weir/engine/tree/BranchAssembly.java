package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.BranchRun;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.NodeCut;
import io.weir.engine.tree.node.Nodes;

/**
 * Rebuilds an inner node from its children after an edit, from left to right.
 *
 * <p>Runs on: the writer's thread; used for one node at a time.
 *
 * <p>Keeps the rule that no two neighbours fit one node, as {@link LeafAssembly} does for leaves.
 */
final class BranchAssembly {

  private final TreeShape shape;
  private final NodeJoin join;
  private final InnerBranch source;
  private final BranchRun run;

  /** Whether the next child must be compared with the last one. */
  private boolean compareNext;

  private boolean touched;
  private int firstEdited = Integer.MAX_VALUE;
  private int lastEdited = -1;

  BranchAssembly(TreeShape shape, NodeJoin join, InnerBranch source) {
    this.shape = shape;
    this.join = join;
    this.source = source;
    this.run = new BranchRun(source);
  }

  /** Keeps the children from {@code from}, inclusive, to {@code to}, exclusive. */
  void keep(int from, int to) {
    if (from == to) {
      return;
    }
    int kept = from;
    if (compareNext && joinWithLast(source.child(from), from - 1)) {
      kept++;
    }
    compareNext = false;
    run.addAll(source, kept, to);
  }

  /** Drops the children from {@code from}, inclusive, to {@code to}, exclusive. */
  void drop(int from, int to) {
    edited(from, to - 1);
    compareNext = true;
  }

  /** Replaces a child by the nodes that an edit made of it. */
  void replace(int child, Nodes nodes) {
    if (nodes.count() == 1 && nodes.node(0) == source.child(child)) {
      keep(child, child + 1);
      return;
    }
    edited(child, child);
    if (nodes.count() == 0) {
      compareNext = true;
      return;
    }
    boolean smaller = nodes.shrunk() || nodes.count() > 1;
    boolean joined = (compareNext || smaller) && joinWithLast(nodes.node(0), child - 1);
    if (!joined) {
      run.add(nodes.node(0), source.fences(), child - 1);
    }
    for (int i = 1; i < nodes.count(); i++) {
      run.add(nodes.node(i), nodes.fences().source(i), nodes.fences().position(i));
    }
    compareNext = smaller;
  }

  private void edited(int first, int last) {
    touched = true;
    firstEdited = Math.min(firstEdited, first);
    lastEdited = last;
  }

  private boolean joinWithLast(Branch next, int fencePosition) {
    if (run.size() == 0 || run.last().count() + next.count() > shape.fanout()) {
      return false;
    }
    run.replaceLast(join.join(run.last(), next, source.fences(), fencePosition));
    return true;
  }

  /** Returns the nodes that the edit made of the node. */
  Nodes finish() {
    if (!touched) {
      return Nodes.one(source, false);
    }
    return run.toNodes(
        source.count(), shape.fanout(), NodeCut.forEdits(firstEdited, lastEdited, source.count()));
  }
}
