package io.weir.engine.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * How the attempts to write checkpoints ended. Written by the thread that writes, read by any
 * thread.
 */
final class CheckpointAttempts {

  private final LongSupplier nanoClock;
  private final AtomicInteger failedInARow = new AtomicInteger();
  private volatile long lastEndNanos;

  /** Begins as if the last attempt had ended so long ago that the next may begin at once. */
  CheckpointAttempts(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.lastEndNanos = nanoClock.getAsLong() - CheckpointWatch.RETRY_AFTER.toNanos();
  }

  void succeeded() {
    failedInARow.set(0);
    lastEndNanos = nanoClock.getAsLong();
  }

  void failed() {
    failedInARow.incrementAndGet();
    lastEndNanos = nanoClock.getAsLong();
  }

  /** Returns how many in a row have failed. */
  int failedInARow() {
    return failedInARow.get();
  }

  /** Returns when the last one ended, by the monotonic clock. */
  long lastEndNanos() {
    return lastEndNanos;
  }

  /** Returns how long ago the last one ended. */
  Duration sinceLastEnd() {
    return Duration.ofNanos(nanoClock.getAsLong() - lastEndNanos);
  }
}
