package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import org.jspecify.annotations.Nullable;

/**
 * Shows the leaves of a tree in key order from a key on, and can be ended and gone on with in a later version.
 *
 * <p>Runs on: a thread that keeps the pages of the version, by a {@link Pin} or as the writer. Each leaf
 * is verified before it is shown, unless it was before.
 */
public final class LeafWalk {

  private static final byte[] NONE = {};

  /** Sees a leaf. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Sees the next leaf; false ends the walk.
     *
     * @param fence as {@link LeafVisitor} has it; a walk from there begins with this leaf, or with what took its
     *     place
     */
    boolean leaf(byte[] fence, long id, long address);
  }

  private LeafWalk() {}

  /**
   * Shows the leaf that a key belongs to and all after it; false when the visitor ended it.
   *
   * @throws io.weir.engine.page.PageDamaged at a leaf that is not as it was left
   */
  public static boolean from(Tree tree, byte[] key, Visitor visitor) {
    return tree.isEmpty() || below(tree.root(), NONE, key, visitor);
  }

  /** Shows the leaves below a node from a key on, or all. */
  private static boolean below(Branch node, byte[] fence, byte @Nullable [] key, Visitor visitor) {
    int first = key == null ? 0 : node.fences().childOf(key);
    for (int child = first; child < node.count(); child++) {
      byte[] before = child == 0 ? fence : node.fences().get(child - 1);
      boolean goesOn = node instanceof InnerBranch inner
          ? below(inner.child(child), before, child == first ? key : null, visitor)
          : leaf((LeafBranch) node, child, before, visitor);
      if (!goesOn) {
        return false;
      }
    }
    return true;
  }

  private static boolean leaf(LeafBranch node, int child, byte[] fence, Visitor visitor) {
    return visitor.leaf(fence, node.id(child), node.address(child));
  }
}
