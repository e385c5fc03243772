package io.weir.engine.page.extent;

import java.util.Arrays;

/**
 * Freed pages whose places pinned checkpoints name, after later checkpoints are durable.
 *
 * <p>Runs on: the store's owner.
 *
 * <p>All pins end together: a place that only the first of two pinned checkpoints names stays until
 * both have ended. At most the pages of the pinned checkpoints are here, because a page that was
 * allocated after the last pin does not come here.
 */
final class PinnedPlaces {

  /** Receives a page that no checkpoint names any more. */
  @FunctionalInterface
  interface Taker {
    void take(long id, int lengthBytes);
  }

  private static final int FIRST = 16;

  private int pins;

  /** The capture of the last durable checkpoint. */
  private long durable;

  /** That of the first pinned one: pages that were freed before it are in no pinned checkpoint. */
  private long first;

  private long[] ids = new long[FIRST];
  private int[] lengths = new int[FIRST];
  private int size;

  /** Learns that the checkpoint of a capture is durable. */
  void durable(long capture) {
    durable = Math.max(durable, capture);
  }

  /** Pins the last durable checkpoint. */
  void pin() {
    if (pins++ == 0) {
      first = durable;
    }
  }

  void unpin() {
    if (pins == 0) {
      throw new IllegalStateException("there is no pin");
    }
    pins--;
  }

  /** Whether there is neither a pin nor a place that was kept for one. */
  boolean isEmpty() {
    return pins == 0 && size == 0;
  }

  /**
   * Whether a pinned checkpoint may name a page that was freed after a capture and before the next.
   */
  boolean names(long capture) {
    return pins > 0 && capture >= first;
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

  /**
   * Hands over at most {@code most} pages if there is no pin. Returns whether there are more to
   * hand over.
   */
  boolean release(int most, Taker taker) {
    for (int left = most; pins == 0 && size > 0; left--) {
      if (left == 0) {
        return true;
      }
      size--;
      taker.take(ids[size], lengths[size]);
    }
    if (size == 0) {
      ids = new long[FIRST];
      lengths = new int[FIRST];
    }
    return false;
  }
}
