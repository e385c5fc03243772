package io.weir.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Asks the other nodes whether this one was removed. Its own configuration may be one that was not
 * agreed on.
 *
 * <p>Any thread that may block.
 */
final class RemovalInquiry {

  /** How many times the others are asked. */
  static final int LOOKS = 60;

  private final Duration between;
  private final BooleanSupplier others;
  private final BooleanSupplier closed;
  private final Runnable removed;
  private final Runnable leftOut;

  /**
   * @param between two looks: an election time-out
   * @param others asks each other node once, and returns whether one tells the removal
   * @param closed whether no further node is to be asked
   * @param removed ends this node's part
   * @param leftOut notes the failure of a node whose removal nobody tells
   */
  RemovalInquiry(
      Duration between,
      BooleanSupplier others,
      BooleanSupplier closed,
      Runnable removed,
      Runnable leftOut) {
    this.between = between;
    this.others = others;
    this.closed = closed;
    this.removed = removed;
    this.leftOut = leftOut;
  }

  /** Asks each of the others once. Returns whether this node was removed. */
  boolean ask() {
    boolean told = others.getAsBoolean();
    if (told) {
      removed.run();
    }
    return told;
  }

  /**
   * Asks sixty times, and notes the failure of a node whose removal nobody tells, unless it is
   * being closed.
   */
  void askPatiently() {
    for (int look = 0; look < LOOKS && !closed.getAsBoolean(); look++) {
      if (ask()) {
        return;
      }
      LockSupport.parkNanos(between.toNanos());
    }
    if (!closed.getAsBoolean()) {
      leftOut.run();
    }
  }
}
