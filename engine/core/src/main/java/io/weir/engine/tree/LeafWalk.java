package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageForm;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Shows the leaves of a tree in key order from a key on. A walk can end and continue in a later
 * version.
 *
 * <p>Runs on: a thread that keeps the pages of the version, by a {@link Pin} or as the writer. A
 * walk does not make pages warm.
 */
public final class LeafWalk {

  private static final byte[] NONE = {};

  /** Receives the leaves. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Receives the next leaf. Returns false to end the walk.
     *
     * @param fence as for {@link LeafVisitor}; a walk from there begins with this leaf, or with its
     *     replacement
     */
    boolean leaf(byte[] fence, long id, long address);
  }

  /** Receives the sizes of the leaves. */
  @FunctionalInterface
  public interface SizeVisitor {

    /**
     * Receives the next leaf. Returns false to end the walk.
     *
     * @param fence as for {@link Visitor}
     * @param entries the number of entries in the leaf
     * @param bytes the length of the leaf's page
     */
    boolean leaf(byte[] fence, int entries, int bytes);
  }

  /** Receives the places of the leaves in their nodes. */
  @FunctionalInterface
  private interface PlaceVisitor {
    boolean leaf(byte[] fence, LeafBranch node, int child);
  }

  private LeafWalk() {}

  /**
   * Shows the leaf that covers a key and all leaves after it, each after it was verified. Returns
   * false if the visitor ended the walk.
   *
   * @throws io.weir.engine.page.PageDamaged at a leaf whose page has changed
   */
  public static boolean from(Tree tree, byte[] key, Visitor visitor) {
    return walk(
        tree,
        key,
        (fence, node, child) -> visitor.leaf(fence, node.id(child), node.passingAddress(child)));
  }

  /**
   * Shows the leaves that may hold a key of a range, each after it was verified. No other leaf is
   * verified. Returns false if the visitor ended the walk.
   *
   * @param from the first key of the range
   * @param before the end of the range, which is not included
   * @throws io.weir.engine.page.PageDamaged at a leaf whose page has changed
   */
  public static boolean within(Tree tree, byte[] from, byte[] before, Visitor visitor) {
    var goesOn = new boolean[] {true};
    var unused = walk(tree, from, (fence, node, child) -> {
      boolean isWithin = Arrays.compareUnsigned(fence, before) < 0;
      goesOn[0] = !isWithin || visitor.leaf(fence, node.id(child), node.passingAddress(child));
      return isWithin && goesOn[0];
    });
    return goesOn[0];
  }

  /**
   * Does the same as {@link #from(Tree, byte[], Visitor)}, and reads each cold leaf from a source
   * before it is verified, so that the walk takes no page fault.
   *
   * @throws IOException as the source does
   */
  public static boolean from(Tree tree, byte[] key, PageSource source, Visitor visitor)
      throws IOException {
    try {
      return walk(tree, key, (fence, node, child) -> {
        if (node.isCold(child)) {
          read(source, node.id(child), node.place(child));
        }
        return visitor.leaf(fence, node.id(child), node.passingAddress(child));
      });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void read(PageSource source, long id, long place) {
    try {
      source.read(id, place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Shows the sizes of the same leaves. It reads only the headers of pages and verifies no page. A
   * page whose header cannot be right is shown as empty. Returns false if the visitor ended the
   * walk.
   */
  public static boolean sizesFrom(Tree tree, byte[] key, SizeVisitor visitor) {
    return walk(tree, key, (fence, node, child) -> {
      var place = node.place(child);
      return PageForm.hasSoundHeader(place)
          ? visitor.leaf(fence, LeafPage.count(place), LeafPage.lengthBytes(place))
          : visitor.leaf(fence, 0, 0);
    });
  }

  private static boolean walk(Tree tree, byte[] key, PlaceVisitor visitor) {
    return tree.isEmpty() || below(tree.root(), NONE, key, visitor);
  }

  /** Shows the leaves below a node from a key on, or all. */
  private static boolean below(
      Branch node, byte[] fence, byte @Nullable [] key, PlaceVisitor visitor) {
    int first = key == null ? 0 : node.fences().childOf(key);
    for (int child = first; child < node.count(); child++) {
      byte[] before = child == 0 ? fence : node.fences().get(child - 1);
      boolean goesOn = node instanceof InnerBranch inner
          ? below(inner.child(child), before, child == first ? key : null, visitor)
          : visitor.leaf(before, (LeafBranch) node, child);
      if (!goesOn) {
        return false;
      }
    }
    return true;
  }
}
