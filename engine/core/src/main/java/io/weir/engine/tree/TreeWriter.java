package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.Arrays;

/**
 * Makes the next version of a tree.
 *
 * <p>Runs on: the writer's thread; used for one version.
 */
final class TreeWriter {

  private final TreeShape shape;
  private final CommitPages pages;
  private final LeafPlans plans;
  private final NodeJoin join;
  private final int residentOf;
  private final Neighbours neighbours;

  /**
   * @param residentOf the shard that a {@link ColdPage} names; {@link Tree#WAITS} if the writer may
   *     wait for the disk
   */
  TreeWriter(TreeShape shape, CommitPages pages, LeafPlans plans, int residentOf) {
    this.residentOf = residentOf;
    this.shape = shape;
    this.pages = pages;
    this.plans = plans;
    this.neighbours = new Neighbours(residentOf);
    this.join = new NodeJoin(shape, pages, plans, neighbours);
  }

  /** Applies a group of writes, which are in key order and each to another key. */
  Tree apply(Tree tree, Mutation[] group, long version) {
    if (group.length == 0) {
      return tree.withVersion(version);
    }
    var edit = new GroupEdit(this, group);
    Branch root = edit.apply(tree.root(), 0, group.length).root(shape.fanout());
    return new Tree(root, version);
  }

  /** Removes all entries from one key, inclusive, to another, exclusive. */
  Tree removeRange(Tree tree, byte[] from, byte[] to, long version) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return tree.withVersion(version);
    }
    var edit = new RangeEdit(this, pages, from, to);
    Branch root = edit.apply(tree.root(), false, false).root(shape.fanout());
    return new Tree(root, version);
  }

  /** Writes some leaves again. The entries stay as they are. */
  Tree rewrite(Tree tree, LeafGroup group, long version) {
    Branch root = new RewriteEdit(this, group).apply(tree.root()).root(shape.fanout());
    return new Tree(root, version);
  }

  /**
   * Returns the address of the leaf that covers a key. Throws {@link ColdPage} if it is cold and
   * the writer must not wait.
   */
  long enter(LeafBranch leaves, int child, byte[] key) {
    long address = Tree.enter(leaves, child, residentOf);
    if (address == 0) {
      throw new ColdPage(residentOf, key);
    }
    return address;
  }

  /** Returns the current plan, to be filled for the current leaf. */
  LeafPlan plan() {
    return plans.filling();
  }

  LeafAssembly assemble(LeafBranch node) {
    return new LeafAssembly(shape, pages, plans, neighbours, node);
  }

  BranchAssembly assemble(InnerBranch node) {
    return new BranchAssembly(shape, join, node);
  }
}
