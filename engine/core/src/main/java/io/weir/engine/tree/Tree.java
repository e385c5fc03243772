package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One version of the entries of a shard.
 *
 * <p>Any thread; immutable. Its pages stay while a {@link Pin} of it is held. On the writer's
 * thread they stay until the writer publishes, rolls back or reclaims.
 */
public final class Tree {

  /** In place of the id of a leaf. Ids are not negative. */
  public static final long NO_LEAF = -1;

  /** The shard of a tree whose readers may wait for the disk. */
  static final int WAITS = -1;

  /** In place of a shard: readers may wait, and do not make leaves warm. */
  private static final int PASSES = -2;

  private final Branch root;
  private final long version;

  /** The shard that a {@link ColdPage} names; negative if readers may wait. */
  private final int residentOf;

  Tree(Branch root, long version) {
    this(root, version, WAITS);
  }

  private Tree(Branch root, long version, int residentOf) {
    this.root = root;
    this.version = version;
    this.residentOf = residentOf;
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

  int residentOf() {
    return residentOf;
  }

  /**
   * Returns the address of a leaf for a reader of a tree; 0 if it must not wait and the leaf is
   * cold.
   */
  static long enter(LeafBranch leaves, int child, int residentOf) {
    if (residentOf == WAITS) {
      return leaves.address(child);
    }
    return residentOf == PASSES ? leaves.passingAddress(child) : leaves.residentAddress(child);
  }

  /**
   * Returns this version for a reader that passes once over all entries and may wait. The leaves
   * stay as warm or cold as they are.
   */
  public Tree passing() {
    return new Tree(root, version, PASSES);
  }

  /**
   * Returns this version for a reader that must not wait for the disk: every read of a leaf that is
   * not in memory throws {@link ColdPage}.
   *
   * @param shard whose tree this is
   */
  public Tree residentOnly(int shard) {
    return new Tree(root, version, shard);
  }

  /**
   * Makes the leaf that covers a key warm. Reads it from the source first if it is cold, which
   * blocks, and verifies it. If the source fails, the leaf does not count as cold either: its next
   * reader reads and verifies it in memory, and meets the failure if it lasts.
   *
   * @return whether it was cold
   * @throws IOException if the source cannot read the page
   * @throws io.weir.engine.page.PageDamaged if the page has changed
   */
  public boolean bringIn(byte[] key, PageSource source) throws IOException {
    LeafBranch leaves = leavesOf(key);
    int child = leaves.fences().childOf(key);
    if (leaves.count() == 0 || !leaves.isCold(child)) {
      return false;
    }
    try {
      source.read(leaves.id(child), leaves.place(child));
    } finally {
      leaves.markRead(child); // otherwise a reader would ask for it again and again
    }
    return leaves.address(child) != 0;
  }

  /**
   * Says that the leaf that covers a key was read into memory just now. It is verified before its
   * next use.
   */
  public void markWarm(byte[] key) {
    LeafBranch leaves = leavesOf(key);
    if (leaves.count() > 0) {
      leaves.markRead(leaves.fences().childOf(key));
    }
  }

  /** Makes the leaf that covers a key cold, because the one that it was written from was. */
  void markCold(byte[] key) {
    LeafBranch leaves = leavesOf(key);
    leaves.markCold(leaves.fences().childOf(key));
  }

  /**
   * Reads the leaf that covers a key from the source if it is cold, which blocks. It stays cold.
   */
  public void passOver(byte[] key, PageSource source) throws IOException {
    LeafBranch leaves = leavesOf(key);
    int child = leaves.fences().childOf(key);
    if (leaves.count() > 0 && leaves.isCold(child)) {
      source.read(leaves.id(child), leaves.place(child));
    }
  }

  /** Whether the leaf that covers a key is cold. */
  public boolean isCold(byte[] key) {
    return coldLeaf(key) != NO_LEAF;
  }

  /** Returns the id of the leaf that covers a key if it is cold, otherwise {@link #NO_LEAF}. */
  public long coldLeaf(byte[] key) {
    LeafBranch leaves = leavesOf(key);
    int child = leaves.count() == 0 ? 0 : leaves.fences().childOf(key);
    return leaves.count() > 0 && leaves.isCold(child) ? leaves.id(child) : NO_LEAF;
  }

  /** Returns the number of the version. Numbers ascend; the empty tree at the start has 0. */
  public long version() {
    return version;
  }

  /** Returns whether there are no entries. */
  public boolean isEmpty() {
    return root.count() == 0;
  }

  /**
   * Returns the value of a key in a new array, or null if there is none. Allocates nothing else.
   */
  public byte @Nullable [] find(byte[] key) {
    long page = leafOf(key);
    if (page == 0) {
      return null;
    }
    int position = LeafPage.find(page, key, key.length);
    return position < 0 ? null : LeafPage.value(page, position);
  }

  /**
   * Returns a key followed by its value in one new array, or null if there is no such entry.
   * Allocates nothing else.
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
    LeafBranch leaves = leavesOf(key);
    if (leaves.count() == 0) {
      return 0;
    }
    int child = leaves.fences().childOf(key);
    long address = enter(leaves, child, residentOf);
    if (address == 0) {
      throw new ColdPage(residentOf, key);
    }
    return address;
  }

  private LeafBranch leavesOf(byte[] key) {
    Branch node = root;
    while (node instanceof InnerBranch inner) {
      node = inner.child(inner.fences().childOf(key));
    }
    return (LeafBranch) node;
  }
}
