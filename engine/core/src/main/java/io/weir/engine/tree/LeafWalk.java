package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import org.jspecify.annotations.Nullable;

/**
 * Shows the leaves of a tree in key order from a key on. A walk can end and continue in a later version.
 *
 * <p>Runs on: a thread that keeps the pages of the version, by a {@link Pin} or as the writer. Each leaf is verified
 * before it is shown, unless it was verified earlier.
 */
public final class LeafWalk {

  private static final byte[] NONE = {};

  /** Receives the leaves. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Receives the next leaf. Returns false to end the walk.
     *
     * @param fence as for {@link LeafVisitor}; a walk from there begins with this leaf, or with its replacement
     */
    boolean leaf(byte[] fence, long id, long address);
  }

  private LeafWalk() {}

  /**
   * Shows the leaf that covers a key and all leaves after it. Returns false if the visitor ended the walk.
   *
   * @throws io.weir.engine.page.PageDamaged at a leaf whose page has changed
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
