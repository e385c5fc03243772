package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import org.jspecify.annotations.Nullable;

/**
 * One version of the entries of a shard.
 *
 * <p>Any thread; immutable. Its pages stay while a {@link Pin} of it is held. On the writer's thread they stay until
 * the writer publishes, rolls back or reclaims.
 */
public final class Tree {

  private final Branch root;
  private final long version;

  Tree(Branch root, long version) {
    this.root = root;
    this.version = version;
  }

  static Tree empty() {
    return new Tree(LeafBranch.EMPTY, 0);
  }

  Tree withVersion(long version) {
    return new Tree(root, version);
  }

  Branch root() {
    return root;
  }

  /** Returns the number of the version. Numbers ascend; the empty tree at the start has 0. */
  public long version() {
    return version;
  }

  /** Returns whether there are no entries. */
  public boolean isEmpty() {
    return root.count() == 0;
  }

  /** Returns the value of a key in a new array, or null if there is none. Allocates nothing else. */
  public byte @Nullable [] find(byte[] key) {
    long page = leafOf(key);
    if (page == 0) {
      return null;
    }
    int position = LeafPage.find(page, key, key.length);
    return position < 0 ? null : LeafPage.value(page, position);
  }

  /**
   * Returns a key followed by its value in one new array, or null if there is no such entry. Allocates nothing else.
   */
  public byte @Nullable [] findEntry(byte[] key) {
    long page = leafOf(key);
    if (page == 0) {
      return null;
    }
    int position = LeafPage.find(page, key, key.length);
    if (position < 0) {
      return null;
    }
    byte[] entry = new byte[(int) LeafPage.entryBytes(page, position)];
    LeafPage.copyEntry(page, position, entry);
    return entry;
  }

  /** Returns the address of the leaf that covers a key; 0 if there is no leaf. */
  long leafOf(byte[] key) {
    Branch node = root;
    while (node instanceof InnerBranch inner) {
      node = inner.child(inner.fences().childOf(key));
    }
    var leaves = (LeafBranch) node;
    return leaves.count() == 0 ? 0 : leaves.address(leaves.fences().childOf(key));
  }
}
