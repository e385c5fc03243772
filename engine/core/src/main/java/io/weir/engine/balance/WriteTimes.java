package io.weir.engine.balance;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long the writes of one shard took, from their arrival to their answer, over windows of ten
 * seconds.
 *
 * <p>{@link #answered} and {@link #endWindow}: the shard's tasks. {@link #last} and {@link #isDue}:
 * any thread. No method waits.
 */
public final class WriteTimes {

  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(1);

  /** Percentiles are exact to 1 %. A histogram of so many digits takes 20 KB. */
  private static final int DIGITS = 2;

  private static final double MEDIAN = 50;
  private static final double NINETY_NINTH = 99;

  /**
   * The writes of one window.
   *
   * @param writes their number
   * @param medianMicros half of them took no longer; 0 without writes
   * @param p99Micros 99 % of them took no longer, a minute at most; 0 without writes
   */
  public record Summary(long writes, long medianMicros, long p99Micros) {
    static final Summary NONE = new Summary(0, 0, 0);
  }

  private final Histogram window = new Histogram(LONGEST_MICROS, DIGITS);
  private volatile long endedNanos;
  private volatile Summary last = Summary.NONE;

  /**
   * Starts a window.
   *
   * @param nowNanos this moment, by a monotonic clock, as all others here
   */
  public WriteTimes(long nowNanos) {
    this.endedNanos = nowNanos;
  }

  /** Adds a write that is answered now. */
  public void answered(long arrivedNanos, long nowNanos) {
    endWindow(nowNanos);
    var micros = TimeUnit.NANOSECONDS.toMicros(nowNanos - arrivedNanos);
    window.recordValue(Math.min(Math.max(micros, 0), LONGEST_MICROS));
  }

  /** Whether the window has been open for ten seconds, so that {@link #endWindow} ends it. */
  public boolean isDue(long nowNanos) {
    return nowNanos - endedNanos >= WINDOW_NANOS;
  }

  /** Ends the window if it is due, and starts the next one. */
  public void endWindow(long nowNanos) {
    if (isDue(nowNanos)) {
      last = summary();
      window.reset();
      endedNanos = nowNanos;
    }
  }

  /** Returns the window that ended last. */
  public Summary last() {
    return last;
  }

  private Summary summary() {
    return window.getTotalCount() == 0
        ? Summary.NONE
        : new Summary(
            window.getTotalCount(),
            window.getValueAtPercentile(MEDIAN),
            window.getValueAtPercentile(NINETY_NINTH));
  }
}
