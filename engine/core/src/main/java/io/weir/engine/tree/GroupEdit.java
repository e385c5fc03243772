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
 * <p>Each node divides the group among its children by its fences, and is rebuilt from the results.
 * Each leaf is therefore read and written once, however many of its entries change, and the new
 * version shares all other leaves with the version before.
 */
final class GroupEdit {

  private final TreeWriter writer;
  private final Mutation[] group;

  GroupEdit(TreeWriter writer, Mutation[] group) {
    this.writer = writer;
    this.group = group;
  }

  /**
   * Applies the writes of a part of the group, from {@code from}, inclusive, to {@code to},
   * exclusive, to the node that covers their keys.
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
      applyToLeaf(assembly, child, writer.enter(node, child, group[at].key()), at, end);
      done = child + 1;
      at = end;
    }
    assembly.keep(done, node.count());
    return assembly.finish();
  }

  /** Returns the end of the writes that belong to a child. */
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
