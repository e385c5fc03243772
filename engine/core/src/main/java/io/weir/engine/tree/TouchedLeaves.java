package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Counts the leaves that a group of writes touches.
 *
 * <p>Runs on: the writer's thread; stateless. Reads no page.
 */
final class TouchedLeaves {

  private TouchedLeaves() {}

  /**
   * Returns the number of leaves, at least 1, that these writes touch. The writes must be in key
   * order.
   */
  static int count(Tree tree, Collection<Mutation> sorted) {
    int leaves = 0;
    byte[] end = null;
    for (Mutation write : sorted) {
      if (leaves == 0 || end != null && Arrays.compareUnsigned(write.key(), end) >= 0) {
        leaves++;
        end = endOfLeaf(tree, write.key());
      }
    }
    return Math.max(1, leaves);
  }

  /** Returns the first key after the leaf that covers a key; null if it is the last leaf. */
  private static byte @Nullable [] endOfLeaf(Tree tree, byte[] key) {
    byte[] end = null;
    for (Branch node = tree.isEmpty() ? null : tree.root(); node != null; ) {
      int child = node.fences().childOf(key);
      if (child + 1 < node.count()) {
        end = node.fences().get(child);
      }
      node = node instanceof InnerBranch inner ? inner.child(child) : null;
    }
    return end;
  }
}
