package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.BranchRun;
import io.weir.engine.tree.node.Fences;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.LeafRun;

/**
 * Joins two neighbouring nodes into one.
 *
 * <p>Runs on: the writer's thread, between the edits of two leaves, while no plan is in use.
 *
 * <p>The last child of the first node and the first child of the second become neighbours in one
 * node, so they are joined as well if they fit, down to the leaves.
 */
final class NodeJoin {

  private final TreeShape shape;
  private final CommitPages pages;
  private final LeafPlans plans;
  private final Neighbours neighbours;

  NodeJoin(TreeShape shape, CommitPages pages, LeafPlans plans, Neighbours neighbours) {
    this.neighbours = neighbours;
    this.shape = shape;
    this.pages = pages;
    this.plans = plans;
  }

  /**
   * Returns a node with the children of both.
   *
   * @param fences with {@code position} names the fence between the two
   */
  Branch join(Branch left, Branch right, Fences fences, int position) {
    if (left instanceof LeafBranch leftLeaves && right instanceof LeafBranch rightLeaves) {
      return joinLeaves(leftLeaves, rightLeaves, fences, position);
    }
    return joinInner((InnerBranch) left, (InnerBranch) right, fences, position);
  }

  private LeafBranch joinLeaves(LeafBranch left, LeafBranch right, Fences fences, int position) {
    var run = new LeafRun(left);
    int seam = left.count() - 1;
    run.addAll(left, 0, seam);
    if (fit(left, right, fences, position)) {
      pages.retire(left.id(seam), left.address(seam));
      pages.retire(right.id(0), right.address(0));
      LeafPlan both = plans.filling();
      run.add(pages.write(both, 0, both.count()), left.fences(), seam - 1);
    } else {
      run.addAll(left, seam, seam + 1);
      run.addFirst(right, fences, position);
    }
    run.addAll(right, 1, right.count());
    return run.toNode();
  }

  /**
   * Returns whether the two leaves at the seam fit one page. If so, the current plan holds both.
   */
  private boolean fit(LeafBranch leftLeaves, LeafBranch rightLeaves, Fences fences, int position) {
    int seam = leftLeaves.count() - 1;
    if (isLarge(leftLeaves, seam) || isLarge(rightLeaves, 0)) {
      return false;
    }
    long left = neighbours.enterLast(leftLeaves, fences, position);
    long right = neighbours.enterFirst(rightLeaves, fences, position);
    LeafPlan plan = plans.filling();
    plan.clear();
    plan.addPage(left);
    plan.addPage(right);
    return plan.lengthBytes() <= shape.pageBytes();
  }

  private boolean isLarge(LeafBranch node, int child) {
    return shape.isLargePage(pages.lengthOf(node.id(child), node.place(child)));
  }

  private InnerBranch joinInner(InnerBranch left, InnerBranch right, Fences fences, int position) {
    var run = new BranchRun(left);
    run.addAll(left, 0, left.count());
    Branch first = right.child(0);
    if (run.last().count() + first.count() <= shape.fanout()) {
      run.replaceLast(join(run.last(), first, fences, position));
    } else {
      run.add(first, fences, position);
    }
    run.addAll(right, 1, right.count());
    return run.toNode();
  }
}
