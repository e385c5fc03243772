package io.weir.engine.feed;

import java.util.function.LongSupplier;

/** Decides when a feed's next checkpoint is due. Belongs to the thread of its cursor. */
final class CheckpointPace {

  /** The contract promises a checkpoint in each second. */
  static final long MOST_NANOS = 800_000_000;

  /** Most items between two checkpoints, not counting a batch. */
  static final int MOST_ITEMS = 256;

  /** Bytes of items after which a checkpoint follows. */
  private static final long MOST_BYTES = 1 << 20;

  private final LongSupplier nanoClock;
  private long begunNanos;
  private int items;
  private long bytes;

  CheckpointPace(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.begunNanos = nanoClock.getAsLong();
  }

  /** Begins anew, after a checkpoint. */
  void begin() {
    begunNanos = nanoClock.getAsLong();
    items = 0;
    bytes = 0;
  }

  void passed(int moreItems, long moreBytes) {
    items += moreItems;
    bytes += moreBytes;
  }

  /** Returns the number of items since the last checkpoint. */
  int items() {
    return items;
  }

  /** Whether so many items or bytes have passed that a checkpoint follows. */
  boolean isFull() {
    return items >= MOST_ITEMS || bytes >= MOST_BYTES;
  }

  /** Whether a checkpoint is due by the time. */
  boolean isDue() {
    return nanoClock.getAsLong() - begunNanos >= MOST_NANOS;
  }
}
