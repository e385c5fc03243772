package io.weir.engine.page.extent;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Freed pages whose places a checkpoint may name, in the order in which they were freed.
 *
 * <p>Runs on: the store's owner.
 *
 * <p>A page that checkpoint <em>n</em> or one before it may name is kept here until a later
 * checkpoint is durable: until then a start after a crash reads the page. The later checkpoint was
 * captured after the page was freed, so it does not name it. (bbolt keeps freed pages pending in
 * the same way, by transaction.)
 */
final class Limbo {

  /** Pages that were freed between one capture and the next. */
  private static final class Freed {
    private final long capture;
    private long[] ids = new long[16];
    private int[] lengths = new int[16];
    private int size;

    Freed(long capture) {
      this.capture = capture;
    }

    void add(long id, int lengthBytes) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
        lengths = Arrays.copyOf(lengths, 2 * size);
      }
      ids[size] = id;
      lengths[size] = lengthBytes;
      size++;
    }
  }

  /** Receives a page that no checkpoint names any more. */
  @FunctionalInterface
  interface Taker {

    /**
     * Takes a page.
     *
     * @param capture the last one before the page was freed
     */
    void take(long capture, long id, int lengthBytes);
  }

  private final ArrayDeque<Freed> freed = new ArrayDeque<>();

  /** Adds a page that was freed after a capture, and before the next. */
  void add(long capture, long id, int lengthBytes) {
    var last = freed.peekLast();
    if (last == null || last.capture != capture) {
      last = new Freed(capture);
      freed.addLast(last);
    }
    last.add(id, lengthBytes);
  }

  /**
   * Hands over at most {@code most} pages that were freed before a capture whose checkpoint is
   * durable. Returns whether there are more.
   */
  boolean release(long durableCapture, int most, Taker taker) {
    for (int left = most; ; left--) {
      var first = freed.peekFirst();
      if (first == null || first.capture >= durableCapture) {
        return false;
      }
      if (left == 0) {
        return true;
      }
      first.size--;
      taker.take(first.capture, first.ids[first.size], first.lengths[first.size]);
      if (first.size == 0) {
        freed.removeFirst();
      }
    }
  }
}
