package io.weir.engine.scan;

import io.weir.api.Direction;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the keys between two bounds, forwards or backwards, that merges the trees of one or
 * several shards.
 *
 * <p>Each tree has a cursor. The cursor on the next key in order is the current one; the others
 * wait in a heap. A partition lies in one shard, and the current cursor therefore usually stays
 * current for a long time. It is compared with the top of the heap only.
 *
 * <p>Belongs to one thread, which holds the trees' pins.
 */
final class RangeCursor {

  private final byte[] lower;
  private final byte[] upper;
  private final boolean ascending;
  private final PriorityQueue<Head> waiting;
  private @Nullable Head current;

  private RangeCursor(byte[] lower, byte[] upper, boolean ascending, int trees) {
    this.lower = lower;
    this.upper = upper;
    this.ascending = ascending;
    Comparator<Head> inOrder = Head::compareTo;
    this.waiting =
        new PriorityQueue<>(Math.max(1, trees), ascending ? inOrder : inOrder.reversed());
  }

  /**
   * Opens a cursor on the first key in order with {@code lower <= key < upper} that comes after
   * {@code after}, when {@code after} is given.
   */
  static RangeCursor open(
      List<Tree> trees, byte[] lower, byte[] upper, Direction direction, byte @Nullable [] after) {
    var range = new RangeCursor(lower, upper, direction != Direction.DESCENDING, trees.size());
    var heads = new ArrayList<Head>(trees.size());
    for (var tree : trees) {
      var cursor = new Cursor().open(tree);
      if (range.seek(cursor, after) && range.contains(cursor)) {
        heads.add(new Head(cursor, trees.size() > 1));
      }
    }
    range.waiting.addAll(heads);
    range.current = range.waiting.poll();
    return range;
  }

  boolean isValid() {
    return current != null;
  }

  /** Returns the tree cursor on the next entry. The caller must not move it. */
  Cursor current() {
    return head().cursor;
  }

  /** Returns a copy of the next entry's key. */
  byte[] key() {
    return head().cursor.key();
  }

  void next() {
    var head = head();
    var more = ascending ? head.cursor.next() : head.cursor.previous();
    if (!more || !contains(head.cursor)) {
      current = waiting.poll();
      return;
    }
    var next = waiting.peek();
    if (next == null) {
      return;
    }
    var order = head.cursor.compareKey(next.key, next.keyLength);
    if (ascending ? order > 0 : order < 0) {
      head.moved();
      waiting.poll();
      waiting.add(head);
      current = next;
    }
  }

  private Head head() {
    if (current == null) {
      throw new IllegalStateException("The range is exhausted.");
    }
    return current;
  }

  private boolean seek(Cursor cursor, byte @Nullable [] after) {
    if (ascending) {
      return cursor.seek(
          after == null ? lower : Arrays.copyOf(after, after.length + 1)); // the least key after it
    }
    var end = after == null ? upper : after;
    return cursor.seekBackward(end) && (cursor.compareKey(end) < 0 || cursor.previous());
  }

  private boolean contains(Cursor cursor) {
    return ascending ? cursor.compareKey(upper) < 0 : cursor.compareKey(lower) >= 0;
  }

  /** A tree cursor and, while it waits in the heap, a copy of its current key. */
  private static final class Head implements Comparable<Head> {

    private final Cursor cursor;
    private byte[] key = new byte[128];
    private int keyLength;

    Head(Cursor cursor, boolean compared) {
      this.cursor = cursor;
      if (compared) {
        moved();
      }
    }

    void moved() {
      var length = cursor.keyLength();
      if (key.length < length) {
        key = new byte[length];
      }
      keyLength = cursor.copyKey(key, 0);
    }

    @Override
    public int compareTo(Head other) {
      return Arrays.compareUnsigned(key, 0, keyLength, other.key, 0, other.keyLength);
    }
  }
}
