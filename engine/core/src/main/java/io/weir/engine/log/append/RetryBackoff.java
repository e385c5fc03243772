package io.weir.engine.log.append;

import java.util.function.LongSupplier;

/**
 * When to try again what failed: soon at first, then after twice the time, up to a limit.
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

  /** It worked until now: the next failure is the first. */
  void reset() {
    waitNanos = 0;
  }

  void failed() {
    waitNanos = waitNanos == 0 ? FIRST_NANOS : Math.min(LONGEST_NANOS, 2 * waitNanos);
    dueNanos = nanoClock.getAsLong() + waitNanos;
  }

  /** How long until the next try is due; 0 when it is. */
  long restNanos() {
    return Math.max(0, dueNanos - nanoClock.getAsLong());
  }
}
