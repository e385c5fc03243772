package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.Fences;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.Nodes;

/**
 * Applies a sorted group of writes to a tree, from the root down and back up.
 *
 * <p>Runs on: the writer's thread; used for one group.
 *
 * <p>Each node shares the group out among its children by its fences, and is put together again
 * from what they return. So each leaf is read and written once, however many of its entries change,
 * and what no write concerns is shared with the version before.
 */
final class GroupEdit {

  private final TreeWriter writer;
  private final Mutation[] group;

  GroupEdit(TreeWriter writer, Mutation[] group) {
    this.writer = writer;
    this.group = group;
  }

  /**
   * Applies the writes from one position of the group up to another, which is not included, to the
   * node they belong to.
   */
  Nodes apply(Branch node, int from, int to) {
    return node instanceof LeafBranch leaves
        ? applyToLeaves(leaves, from, to)
        : applyToNodes((InnerBranch) node, from, to);
  }

  private Nodes applyToNodes(InnerBranch node, int from, int to) {
    BranchAssembly assembly = writer.assemble(node);
    int done = 0;
    int at = from;
    while (at < to) {
      int child = node.fences().childOf(group[at].key());
      int end = endOf(node.fences(), child, at, to);
      assembly.keep(done, child);
      assembly.replace(child, apply(node.child(child), at, end));
      done = child + 1;
      at = end;
    }
    assembly.keep(done, node.count());
    return assembly.finish();
  }

  private Nodes applyToLeaves(LeafBranch node, int from, int to) {
    LeafAssembly assembly = writer.assemble(node);
    if (node.count() == 0) {
      return first(assembly, from, to);
    }
    int done = 0;
    int at = from;
    while (at < to) {
      int child = node.fences().childOf(group[at].key());
      int end = endOf(node.fences(), child, at, to);
      assembly.keep(done, child);
      applyToLeaf(assembly, child, node.address(child), at, end);
      done = child + 1;
      at = end;
    }
    assembly.keep(done, node.count());
    return assembly.finish();
  }

  /** The end of the writes that belong to a child. */
  private int endOf(Fences fences, int child, int from, int to) {
    if (child == fences.count()) {
      return to;
    }
    int end = from + 1;
    while (end < to && fences.compare(group[end].key(), child) < 0) {
      end++;
    }
    return end;
  }

  private Nodes first(LeafAssembly assembly, int from, int to) {
    LeafPlan plan = writer.plan();
    plan.clear();
    for (int i = from; i < to; i++) {
      byte[] value = group[i].value();
      if (value != null) {
        plan.addInsert(group[i].key(), value, 0);
      }
    }
    if (plan.count() > 0) {
      assembly.addFirst();
    }
    return assembly.finish();
  }

  private void applyToLeaf(LeafAssembly assembly, int child, long page, int from, int to) {
    var merge = new LeafMerge(writer.plan(), page);
    for (int i = from; i < to; i++) {
      merge.apply(group[i]);
    }
    if (merge.finish()) {
      assembly.replace(child, merge.shrunk());
    } else {
      assembly.keep(child, child + 1);
    }
  }
}
