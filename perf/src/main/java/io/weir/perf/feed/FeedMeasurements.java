package io.weir.perf.feed;

import io.weir.perf.load.OperationCounters;
import io.weir.perf.machine.Cpu;
import io.weir.perf.result.FeedTask;
import io.weir.perf.result.Latency;
import io.weir.perf.result.Measurement;
import io.weir.perf.result.RoundSample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Makes measurements of feeds. */
final class FeedMeasurements {

  private static final String DURABILITY = "each write is forced to disk before it is acknowledged";

  private FeedMeasurements() {}

  /** Returns an empty histogram of nanoseconds. */
  static Histogram nanos() {
    return new Histogram(OperationCounters.LONGEST_NANOS, 3);
  }

  /** The processor time and the clock at the beginning of a round. */
  record Beginning(Cpu server, Duration serverUsed, Duration loadUsed, long nanos) {

    static Beginning now(Cpu server) {
      return new Beginning(server, server.used(), Cpu.ofThisProcess().used(), System.nanoTime());
    }

    /** Returns the round that ends now. */
    RoundSample end(long changes, Histogram latencyNanos) {
      var passed = System.nanoTime() - nanos;
      return new RoundSample(
          passed / 1e9,
          changes,
          changes,
          Map.of(),
          server.used().minus(serverUsed).toNanos() / 1e9,
          Cpu.ofThisProcess().used().minus(loadUsed).toNanos() / 1e9,
          Latency.of(latencyNanos));
    }
  }

  /** Returns the measurement of one consumer. */
  static Measurement of(
      String title, FeedTask task, int entities, List<RoundSample> samples, Histogram all) {
    return new Measurement(
        title, DURABILITY, task.workload(), entities, "1 consumer", 1, 0, samples, Latency.of(all));
  }
}
