package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import org.jspecify.annotations.Nullable;

/**
 * Shows the fences of a tree in key order from a key on, with the sizes of the leaves between them. It reads the headers of pages only, so it
 * verifies none. A walk can end and continue in a later version.
 *
 * <p>Runs on: a thread that keeps the pages of the version, by a {@link Pin} or as the writer.
 */
public final class FenceWalk {

  private static final byte[] NONE = {};

  /** Receives the fences. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Receives the next leaf. Returns false to end the walk.
     *
     * @param fence greater than every key before the leaf, not greater than any key in it; empty for the first leaf of the tree
     * @param entries the number of entries in the leaf
     * @param bytes the length of the leaf's page
     */
    boolean leaf(byte[] fence, int entries, int bytes);
  }

  private FenceWalk() {}

  /** Shows the leaf that covers a key and all leaves after it. Returns false if the visitor ended the walk. */
  public static boolean from(Tree tree, byte[] key, Visitor visitor) {
    return tree.isEmpty() || below(tree.root(), NONE, key, visitor);
  }

  private static boolean below(Branch node, byte[] fence, byte @Nullable [] key, Visitor visitor) {
    var first = key == null ? 0 : node.fences().childOf(key);
    for (var child = first; child < node.count(); child++) {
      var before = child == 0 ? fence : node.fences().get(child - 1);
      var goesOn = node instanceof InnerBranch inner
          ? below(inner.child(child), before, child == first ? key : null, visitor)
          : leaf((LeafBranch) node, child, before, visitor);
      if (!goesOn) {
        return false;
      }
    }
    return true;
  }

  private static boolean leaf(LeafBranch node, int child, byte[] fence, Visitor visitor) {
    var place = node.place(child);
    return visitor.leaf(fence, LeafPage.count(place), LeafPage.lengthBytes(place));
  }
}
