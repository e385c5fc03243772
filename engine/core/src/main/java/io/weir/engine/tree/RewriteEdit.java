package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.Nodes;

/**
 * Writes some leaves of one node again, without a change of the entries.
 *
 * <p>Runs on: the writer's thread; used for one group.
 */
final class RewriteEdit {

  private final TreeWriter writer;
  private final LeafGroup group;

  RewriteEdit(TreeWriter writer, LeafGroup group) {
    this.writer = writer;
    this.group = group;
  }

  Nodes apply(Branch node) {
    return node instanceof LeafBranch leaves
        ? applyToLeaves(leaves)
        : applyToNode((InnerBranch) node);
  }

  private Nodes applyToNode(InnerBranch node) {
    int child = node.fences().childOf(group.key());
    BranchAssembly assembly = writer.assemble(node);
    assembly.keep(0, child);
    assembly.replace(child, apply(node.child(child)));
    assembly.keep(child + 1, node.count());
    return assembly.finish();
  }

  private Nodes applyToLeaves(LeafBranch node) {
    LeafAssembly assembly = writer.assemble(node);
    int done = group.packs() ? pack(assembly) : move(assembly);
    assembly.keep(done, node.count());
    return assembly.finish();
  }

  private int pack(LeafAssembly assembly) {
    int from = group.leaves().nextSetBit(0);
    int to = group.leaves().length();
    assembly.keep(0, from);
    assembly.pack(from, to);
    return to;
  }

  private int move(LeafAssembly assembly) {
    int done = 0;
    for (int leaf = group.leaves().nextSetBit(0);
        leaf >= 0;
        leaf = group.leaves().nextSetBit(leaf + 1)) {
      assembly.keep(done, leaf);
      assembly.move(leaf);
      done = leaf + 1;
    }
    return done;
  }
}
