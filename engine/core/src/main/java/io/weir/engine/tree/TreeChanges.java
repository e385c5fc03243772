package io.weir.engine.tree;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leaves in which two versions of a tree differ.
 *
 * <p>Runs on: any thread. No page is read, so the pages of the earlier version may be gone. A page
 * of the later version must not have the id of another page of the earlier one.
 *
 * <p>Both versions are compared level by level, from the top. Versions share the nodes that no
 * write between them has touched; these are left out with everything below them. The work is
 * therefore in proportion to the nodes that changed, and not to the tree.
 */
public final class TreeChanges {

  /** Receives the changes, in no order. */
  public interface Visitor {

    /** Receives a leaf that the later version does not have. */
    void removed(long id) throws IOException;

    /** Receives a leaf of both versions that has another fence, or begins nodes on other levels. */
    void moved(byte[] fence, int begins, long id) throws IOException;

    /**
     * Receives a leaf that the earlier version does not have.
     *
     * @param place where the page lies in memory
     */
    void added(byte[] fence, int begins, long id, long place) throws IOException;
  }

  private static final byte[] NONE = {};

  /**
   * The fence before a node or a leaf, and on how many levels nodes begin with the node's first
   * leaf, or with the leaf.
   */
  private static class Place {
    private final byte[] fence;
    private final int begins;

    Place(byte[] fence, int begins) {
      this.fence = fence;
      this.begins = begins;
    }

    final boolean isSameAs(Place other) {
      return begins == other.begins && Arrays.equals(fence, other.fence);
    }
  }

  /** A node at its place. */
  private static final class Part extends Place {
    private final Branch node;

    Part(Branch node, byte[] fence, int begins) {
      super(fence, begins);
      this.node = node;
    }

    Branch node() {
      return node;
    }

    byte[] fence() {
      return super.fence;
    }

    int begins() {
      return super.begins;
    }
  }

  private final Visitor visitor;
  private List<Part> before;
  private List<Part> after;

  private TreeChanges(Tree before, Tree after, Visitor visitor) {
    this.visitor = visitor;
    this.before = root(before);
    this.after = root(after);
  }

  /** Shows the changes from one version to another. Fails only with failures of the visitor. */
  public static void between(Tree before, Tree after, Visitor visitor) throws IOException {
    new TreeChanges(before, after, visitor).compare();
  }

  private static List<Part> root(Tree tree) {
    return tree.isEmpty()
        ? List.of()
        : List.of(new Part(tree.root(), NONE, tree.root().height()));
  }

  private void compare() throws IOException {
    for (int height = Math.max(height(before), height(after)); height > 1; height--) {
      leaveOutShared();
      before = height(before) == height ? children(before) : before;
      after = height(after) == height ? children(after) : after;
    }
    leaveOutShared();
    compareLeaves();
  }

  /** All nodes of a list are on one level. */
  private static int height(List<Part> parts) {
    return parts.isEmpty() ? 0 : parts.get(0).node().height();
  }

  private void leaveOutShared() throws IOException {
    var known = new IdentityHashMap<Branch, Part>();
    before.forEach(part -> known.put(part.node(), part));
    var changed = new ArrayList<Part>();
    for (Part part : after) {
      Part shared = known.remove(part.node());
      if (shared == null) {
        changed.add(part);
      } else if (!part.isSameAs(shared)) {
        visitor.moved(part.fence(), part.begins(), firstLeaf(part.node()));
      }
    }
    before = before.stream().filter(part -> known.containsKey(part.node())).toList();
    after = changed;
  }

  private static long firstLeaf(Branch node) {
    Branch first = node;
    while (first instanceof InnerBranch inner) {
      first = inner.child(0);
    }
    return ((LeafBranch) first).id(0);
  }

  private static List<Part> children(List<Part> parts) {
    var children = new ArrayList<Part>();
    for (Part part : parts) {
      var node = (InnerBranch) part.node();
      for (int child = 0; child < node.count(); child++) {
        children.add(new Part(
            node.child(child), fence(part, child), child == 0 ? part.begins() : node.height() - 1));
      }
    }
    return children;
  }

  private static byte[] fence(Part part, int child) {
    return child == 0 ? part.fence() : part.node().fences().get(child - 1);
  }

  private void compareLeaves() throws IOException {
    Map<Long, Place> known = new HashMap<>();
    for (Part part : before) {
      var leaves = (LeafBranch) part.node();
      for (int child = 0; child < leaves.count(); child++) {
        known.put(leaves.id(child), leaf(part, child));
      }
    }
    for (Part part : after) {
      var leaves = (LeafBranch) part.node();
      for (int child = 0; child < leaves.count(); child++) {
        compare(known.remove(leaves.id(child)), leaf(part, child), leaves, child);
      }
    }
    for (long id : known.keySet()) {
      visitor.removed(id);
    }
  }

  private static Place leaf(Part part, int child) {
    return new Place(fence(part, child), child == 0 ? part.begins() : 0);
  }

  private void compare(@Nullable Place known, Place now, LeafBranch node, int child)
      throws IOException {
    if (known == null) {
      visitor.added(now.fence, now.begins, node.id(child), node.place(child));
    } else if (!known.isSameAs(now)) {
      visitor.moved(now.fence, now.begins, node.id(child));
    }
  }
}
