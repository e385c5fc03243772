package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the entries of a tree in key order, forwards or backwards.
 *
 * <p>Runs on: one thread at a time, while that thread holds a {@link Pin} of the tree, or is the
 * writer. A cursor is reusable: {@link #open} gives it another tree. No step allocates. A cursor
 * copies only on request.
 *
 * <p>A cursor stands at an entry or is <em>exhausted</em>; then only the seeks may be called. Each
 * seek and step returns whether the cursor stands at an entry. Over a tree of
 * {@link Tree#residentOnly} each may throw {@link ColdPage}. After a seek the cursor is exhausted
 * then; after a step it stands where it stood.
 */
public final class Cursor {

  private static final int MAX_HEIGHT = 24;

  private final Branch[] path = new Branch[MAX_HEIGHT];
  private final int[] children = new int[MAX_HEIGHT];

  private Branch root = LeafBranch.EMPTY;

  /** The shard that a {@link ColdPage} names; negative if this cursor may wait for the disk. */
  private int residentOf = Tree.WAITS;

  /** Depth of the node above the leaf. */
  private int depth;

  private long page;
  private int count;
  private int position = -1;
  private long countedBytes;
  private int countedLeaves;
  private @Nullable ColdPage coldAhead;

  /** Moves to another tree; the cursor is exhausted until it seeks. */
  public Cursor open(Tree tree) {
    root = tree.root();
    residentOf = tree.residentOf();
    exhausted();
    return this;
  }

  /** Releases the tree, so that a cached cursor keeps nothing alive. */
  public void close() {
    root = LeafBranch.EMPTY;
    Arrays.fill(path, LeafBranch.EMPTY);
    exhausted();
  }

  /** Moves to the first entry whose key is not smaller than a given key. */
  public boolean seek(byte[] key) {
    if (!descendTo(key)) {
      return false;
    }
    int found = LeafPage.find(page, key, key.length);
    position = found >= 0 ? found : -(found + 1);
    return position < count || soughtLeaf(true);
  }

  /** Goes on to the next or the previous leaf as the end of a seek. */
  private boolean soughtLeaf(boolean forwards) {
    try {
      return forwards ? nextLeaf() : previousLeaf();
    } catch (ColdPage e) {
      exhausted();
      throw e;
    }
  }

  /** Moves to the last entry whose key is not greater than a given key. */
  public boolean seekBackward(byte[] key) {
    if (!descendTo(key)) {
      return false;
    }
    int found = LeafPage.find(page, key, key.length);
    position = found >= 0 ? found : -(found + 1) - 1;
    return position >= 0 || soughtLeaf(false);
  }

  /** Moves to the entry of a key. The cursor is exhausted if there is none. */
  public boolean seekExact(byte[] key) {
    if (!descendTo(key)) {
      return false;
    }
    position = LeafPage.find(page, key, key.length);
    return position >= 0 || exhausted();
  }

  /** Moves to the first entry. */
  public boolean seekFirst() {
    return startAt(0) ? firstBelow() : exhausted();
  }

  /** Moves to the last entry. */
  public boolean seekLast() {
    return startAt(root.count() - 1) ? lastBelow() : exhausted();
  }

  private boolean startAt(int child) {
    position = -1; // until a leaf is entered
    depth = 0;
    path[0] = root;
    children[0] = child;
    return root.count() > 0;
  }

  /** Moves to the next entry. */
  public boolean next() {
    position++;
    return position < count || nextLeaf();
  }

  /** Moves to the previous entry. */
  public boolean previous() {
    position--;
    return position >= 0 || previousLeaf();
  }

  /**
   * Returns the number of entries from the current one to a key, exclusive, and moves on. One look
   * at each leaf page. Throws {@link ColdPage} before a cold leaf; what was counted before it is
   * lost then.
   *
   * @param maxLeaves most leaf pages to look at; the number is then that of the entries in them
   */
  public long countTo(byte[] upper, int maxLeaves) {
    var entries = countResidentTo(upper, maxLeaves);
    var cold = coldAhead;
    if (cold != null) {
      throw cold;
    }
    return entries;
  }

  /**
   * Counts as {@link #countTo} does, but ends before a cold leaf. The number is then that of the
   * entries before {@link #coldAhead}, and the caller counts on from there.
   */
  public long countResidentTo(byte[] upper, int maxLeaves) {
    var entries = 0L;
    countedBytes = 0;
    coldAhead = null;
    for (countedLeaves = 0;
        position >= 0 && countedLeaves < maxLeaves && coldAhead == null;
        countedLeaves++) {
      if (LeafPage.compareKey(page, count - 1, upper, upper.length) >= 0) {
        var found = LeafPage.find(page, upper, upper.length);
        var end = found >= 0 ? found : -(found + 1);
        addLeaf(Math.max(0, end - position));
        return entries + Math.max(0, end - position);
      }
      addLeaf(count - position);
      entries += count - position;
      nextCountedLeaf();
    }
    return entries;
  }

  private void nextCountedLeaf() {
    try {
      nextLeaf();
    } catch (ColdPage e) {
      coldAhead = e;
    }
  }

  /**
   * Returns the cold page before which the last count has ended; null if there was none. Its key is
   * the first that was not counted.
   */
  public @Nullable ColdPage coldAhead() {
    return coldAhead;
  }

  private void addLeaf(int entries) {
    countedBytes += (long) LeafPage.lengthBytes(page) * entries / count;
  }

  /** Returns about the bytes of the entries that the last count has counted. */
  public long countedBytes() {
    return countedBytes;
  }

  /** Returns the number of leaf pages that the last count has left behind. */
  public int countedLeaves() {
    return countedLeaves;
  }

  private boolean descendTo(byte[] key) {
    Branch node = root;
    depth = 0;
    while (node instanceof InnerBranch inner) {
      int child = inner.fences().childOf(key);
      path[depth] = inner;
      children[depth] = child;
      depth++;
      node = inner.child(child);
    }
    if (node.count() == 0) {
      return exhausted();
    }
    path[depth] = node;
    children[depth] = node.fences().childOf(key);
    position = -1; // until the leaf is entered
    enterLeaf();
    return true;
  }

  /** Moves to the next leaf and its first entry. */
  boolean nextLeaf() {
    while (children[depth] + 1 >= path[depth].count()) {
      if (depth == 0) {
        return exhausted();
      }
      depth--;
    }
    children[depth]++;
    try {
      return firstBelow();
    } catch (ColdPage e) {
      retreatToPrevious();
      throw e;
    }
  }

  /** Undoes the descent to the next leaf, which was not entered. */
  private void retreatToPrevious() {
    while (children[depth] == 0) {
      depth--;
    }
    children[depth]--;
    while (path[depth] instanceof InnerBranch inner) {
      path[depth + 1] = inner.child(children[depth]);
      depth++;
      children[depth] = path[depth].count() - 1;
    }
    position = count - 1;
  }

  private boolean firstBelow() {
    while (path[depth] instanceof InnerBranch inner) {
      path[depth + 1] = inner.child(children[depth]);
      depth++;
      children[depth] = 0;
    }
    enterLeaf();
    position = 0;
    return true;
  }

  private boolean previousLeaf() {
    while (children[depth] == 0) {
      if (depth == 0) {
        return exhausted();
      }
      depth--;
    }
    children[depth]--;
    try {
      return lastBelow();
    } catch (ColdPage e) {
      retreatToNext();
      throw e;
    }
  }

  /** Undoes the descent to the previous leaf, which was not entered. */
  private void retreatToNext() {
    while (children[depth] + 1 >= path[depth].count()) {
      depth--;
    }
    children[depth]++;
    while (path[depth] instanceof InnerBranch inner) {
      path[depth + 1] = inner.child(children[depth]);
      depth++;
      children[depth] = 0;
    }
    position = 0;
  }

  private boolean lastBelow() {
    while (path[depth] instanceof InnerBranch inner) {
      path[depth + 1] = inner.child(children[depth]);
      depth++;
      children[depth] = path[depth].count() - 1;
    }
    enterLeaf();
    position = count - 1;
    return true;
  }

  private void enterLeaf() {
    var leaves = (LeafBranch) path[depth];
    long entered = Tree.enter(leaves, children[depth], residentOf);
    if (entered == 0) {
      throw new ColdPage(residentOf, lowFence());
    }
    page = entered;
    count = LeafPage.count(page);
  }

  private boolean exhausted() {
    position = -1;
    count = 0;
    depth = 0;
    path[0] = LeafBranch.EMPTY;
    children[0] = 0;
    return false;
  }

  /** Returns the fence before the current leaf, or an empty array if the leaf is the first. */
  byte[] lowFence() {
    for (int level = depth; level >= 0; level--) {
      if (children[level] > 0) {
        return path[level].fences().get(children[level] - 1);
      }
    }
    return new byte[0];
  }

  /** Whether the cursor stands at no entry. */
  public boolean isExhausted() {
    return position < 0;
  }

  /** Returns the length of the key in bytes. */
  public int keyLength() {
    return LeafPage.keyLength(page, at());
  }

  /** Copies the key to an array, which must have room, and returns the key's length. */
  public int copyKey(byte[] target, int offset) {
    return LeafPage.copyKey(page, at(), target, offset);
  }

  /** Returns the key in a new array. */
  public byte[] key() {
    return LeafPage.key(page, at());
  }

  /** Compares the key with a given key: negative if the entry's key is smaller. */
  public int compareKey(byte[] key) {
    return LeafPage.compareKey(page, at(), key, key.length);
  }

  /**
   * Compares the key with the first {@code keyLength} bytes of an array: negative if the entry's
   * key is smaller.
   */
  public int compareKey(byte[] key, int keyLength) {
    return LeafPage.compareKey(page, at(), key, keyLength);
  }

  /** Returns the length of key and value together in bytes. */
  public int entryLength() {
    return (int) LeafPage.entryBytes(page, at());
  }

  /**
   * Copies the key, followed by the value, to an array, which must have room, and returns the key's
   * length.
   */
  public int copyEntry(byte[] target) {
    return LeafPage.copyEntry(page, at(), target);
  }

  /** Returns the length of the value in bytes. */
  public int valueLength() {
    return LeafPage.valueLength(page, at());
  }

  /** Copies the value to an array, which must have room, and returns the value's length. */
  public int copyValue(byte[] target, int offset) {
    int length = LeafPage.valueLength(page, at());
    LeafPage.copyValue(page, position, 0, target, offset, length);
    return length;
  }

  /** Copies a part of the value to an array. */
  public void copyValue(int from, byte[] target, int offset, int length) {
    LeafPage.copyValue(page, at(), from, target, offset, length);
  }

  /** Returns the value in a new array. */
  public byte[] value() {
    return LeafPage.value(page, at());
  }

  /** Returns eight bytes of the value as a big-endian number; the value must have them. */
  public long valueLong(int from) {
    return LeafPage.valueLong(page, at(), from);
  }

  private int at() {
    assert position >= 0 && position < count : "the cursor is exhausted";
    return position;
  }
}
