package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Counts the leaves that a group of writes belongs to.
 *
 * <p>Runs on: the writer's thread; stateless. No page is looked at.
 */
final class TouchedLeaves {

  private TouchedLeaves() {}

  /** Number of leaves of a tree, at least 1, that these writes, which are in key order, belong to. */
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

  /** The first key behind the leaf that a key belongs to; null when it is the last leaf. */
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
