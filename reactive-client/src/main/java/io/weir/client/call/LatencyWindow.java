package io.weir.client.call;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A quantile of the last {@value #SIZE} times, recomputed at every {@value #REFRESH}th.
 *
 * <p>Any thread. A time that is recorded during the computation may or may not count.
 *
 * <p>Deliberate: not an HdrHistogram. It forgets all times or none, so it has no window of the last
 * ones. Its {@code Recorder}, which hands over one interval after the other, takes a lock for each,
 * and a loop computes the quantile.
 */
final class LatencyWindow {

  static final int SIZE = 512;
  static final int REFRESH = 64;

  private final double quantile;
  private final AtomicLongArray nanos = new AtomicLongArray(SIZE);
  private final AtomicInteger recorded = new AtomicInteger();

  /**
   * Written by the thread that records a {@value #REFRESH}th time, read by each new read. A late
   * read is harmless.
   */
  private volatile long quantileNanos;

  LatencyWindow(double quantile) {
    this.quantile = quantile;
  }

  void record(long tookNanos) {
    var count = recorded.getAndUpdate(now -> now == Integer.MAX_VALUE ? SIZE : now + 1);
    nanos.set(count % SIZE, tookNanos);
    if ((count + 1) % REFRESH == 0) {
      quantileNanos = compute(Math.min(count + 1, SIZE));
    }
  }

  /** Returns the quantile; 0 before {@value #REFRESH} times are known. */
  long quantileNanos() {
    return quantileNanos;
  }

  private long compute(int count) {
    var sorted = new long[count];
    Arrays.setAll(sorted, nanos::get);
    Arrays.sort(sorted);
    return sorted[Math.min(count - 1, (int) (quantile * count))];
  }
}
