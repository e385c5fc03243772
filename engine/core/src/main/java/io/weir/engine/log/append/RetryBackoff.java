package io.weir.engine.log.append;

import java.util.function.LongSupplier;

/**
 * The delay before the next attempt: short at first, then doubled after each failure up to a limit.
 *
 * <p>Runs on: log thread.
 */
final class RetryBackoff {
  private static final long FIRST_NANOS = 100_000_000;
  private static final long LONGEST_NANOS = 5_000_000_000L;

  private final LongSupplier nanoClock;
  private long waitNanos;
  private long dueNanos;

  RetryBackoff(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Notes a success: the next failure counts as the first. */
  void reset() {
    waitNanos = 0;
  }

  void failed() {
    waitNanos = waitNanos == 0 ? FIRST_NANOS : Math.min(LONGEST_NANOS, 2 * waitNanos);
    dueNanos = nanoClock.getAsLong() + waitNanos;
  }

  /** Returns how long until the next attempt is due, in nanoseconds; 0 if it is due. */
  long restNanos() {
    return Math.max(0, dueNanos - nanoClock.getAsLong());
  }
}
