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
 * Walks the keys from a lower bound up to an upper one, or back, over the trees of one or several shards as if they were one.
 *
 * <p>Each tree has a cursor; the one that stands on the next key in order is the current one, the others wait in a heap. A partition
 * lies in one shard, so the current cursor usually stays current for long: it is compared with the heap's top alone.
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
   * Stands on the first key in order, of those from {@code lower} on and before {@code upper}, that lies behind {@code after} where
   * that is given.
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

  /** The cursor that stands on the next entry; not to be moved. */
  Cursor current() {
    return head().cursor;
  }

  /** The key of the next entry, in an array of its own. */
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
          after == null
              ? lower
              : Arrays.copyOf(after, after.length + 1)); // the least key behind it
    }
    var end = after == null ? upper : after;
    return cursor.seekBackward(end) && (cursor.compareKey(end) < 0 || cursor.previous());
  }

  private boolean contains(Cursor cursor) {
    return ascending ? cursor.compareKey(upper) < 0 : cursor.compareKey(lower) >= 0;
  }

  /** A cursor and, while it waits for others, a copy of the key it stands on. */
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
