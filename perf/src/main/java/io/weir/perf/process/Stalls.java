package io.weir.perf.process;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * How long busy threads that only read the clock are kept from it, by the system and by other
 * machines on the same processor. No latency of a service can be steadier. (The idea is that of Gil
 * Tene's jHiccup.)
 *
 * @param share of the time of an average core that passed in stalls of {@link #SHORTEST} and more,
 *     from 0 to 1
 * @param longestNanos the longest stall
 */
record Stalls(double share, long longestNanos) {

  /** Shorter stalls are interrupts, of the timer and others. */
  static final Duration SHORTEST = Duration.ofNanos(500_000);

  /** Keeps every core of this process busy for a time. Blocks. */
  static Stalls measure(Duration length) throws IOException {
    var cores = Runtime.getRuntime().availableProcessors();
    var threads = Executors.newFixedThreadPool(cores);
    try {
      var stalled = 0L;
      var longest = 0L;
      for (var core :
          threads.invokeAll(Collections.<Callable<Seen>>nCopies(cores, () -> watch(length)))) {
        stalled += core.get().stalledNanos;
        longest = Math.max(longest, core.get().longestNanos);
      }
      return new Stalls((double) stalled / cores / length.toNanos(), longest);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while stalls were measured", e);
    } catch (ExecutionException e) {
      throw new IOException("stalls could not be measured", e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  private static Seen watch(Duration length) {
    var stalled = 0L;
    var longest = 0L;
    var began = System.nanoTime();
    for (var now = began; now - began < length.toNanos(); ) {
      var before = now;
      now = System.nanoTime();
      longest = Math.max(longest, now - before);
      stalled += now - before >= SHORTEST.toNanos() ? now - before : 0;
    }
    return new Seen(stalled, longest);
  }

  private record Seen(long stalledNanos, long longestNanos) {}

  double percent() {
    return share * 100;
  }

  long longestMicros() {
    return TimeUnit.NANOSECONDS.toMicros(longestNanos);
  }
}
