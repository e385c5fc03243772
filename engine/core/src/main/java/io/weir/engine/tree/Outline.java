package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.io.IOException;

/**
 * The outline of a tree: its leaves in key order, and the levels on which a node begins with each.
 * {@link OutlinedTree} rebuilds the same nodes from it. The outline verifies no page, so its
 * addresses only name places: only a page's header may be read there.
 *
 * <p>Runs on: a thread that keeps the pages of the version, by a {@link Pin} or as the writer.
 */
public final class Outline {

  private static final byte[] NONE = {};

  private Outline() {}

  /** Shows all leaves of a version. Fails only with failures of the visitor. */
  public static void of(Tree tree, LeafVisitor visitor) throws IOException {
    if (tree.root().count() > 0) {
      node(tree.root(), NONE, tree.root().height(), visitor);
    }
  }

  /**
   * Shows the leaves below a node.
   *
   * @param fence before the node
   * @param begins levels of nodes that begin with the node's first leaf
   */
  private static void node(Branch node, byte[] fence, int begins, LeafVisitor visitor)
      throws IOException {
    for (int child = 0; child < node.count(); child++) {
      byte[] before = child == 0 ? fence : node.fences().get(child - 1);
      if (node instanceof InnerBranch inner) {
        node(inner.child(child), before, child == 0 ? begins : inner.height() - 1, visitor);
      } else {
        var leaves = (LeafBranch) node;
        visitor.leaf(before, child == 0 ? begins : 0, leaves.id(child), leaves.place(child));
      }
    }
  }
}
