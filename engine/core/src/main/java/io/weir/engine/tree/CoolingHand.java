package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import org.jspecify.annotations.Nullable;

/**
 * The hand of a clock over the leaves of a tree: it makes leaves cold that were not used since it
 * passed them last.
 *
 * <p>Runs on: one thread at a time, any. It reads no page, so it needs no pin. The tree may be a
 * later version at each step.
 */
public final class CoolingHand {

  private static final byte[] START = {};

  private byte[] next = START;
  private int cooled;
  private int cold;

  /**
   * Passes over the leaves of one node and cools them. Returns whether the pass over the tree has
   * ended; the next step begins another one.
   */
  public boolean step(Tree tree) {
    return pass(tree, true);
  }

  /** Passes over the leaves of one node as {@link #step} does, and only counts the cold ones. */
  public boolean count(Tree tree) {
    return pass(tree, false);
  }

  private boolean pass(Tree tree, boolean cools) {
    Branch node = tree.root();
    byte[] end = null;
    while (node instanceof InnerBranch inner) {
      int child = inner.fences().childOf(next);
      if (child + 1 < inner.count()) {
        end = inner.fences().get(child);
      }
      node = inner.child(child);
    }
    pass((LeafBranch) node, cools);
    return moveTo(end);
  }

  private void pass(LeafBranch leaves, boolean cools) {
    cooled = 0;
    cold = 0;
    for (int child = 0; child < leaves.count(); child++) {
      cooled += cools && leaves.cool(child) ? 1 : 0;
      cold += leaves.isCold(child) ? 1 : 0;
    }
  }

  private boolean moveTo(byte @Nullable [] end) {
    next = end == null ? START : end;
    return end == null;
  }

  /** Returns the first key that the hand has not passed in this pass. */
  public byte[] next() {
    return next;
  }

  /** Returns how many leaves the last step has made cold. */
  public int cooled() {
    return cooled;
  }

  /** Returns how many leaves of the last step's node are cold. */
  public int cold() {
    return cold;
  }
}
