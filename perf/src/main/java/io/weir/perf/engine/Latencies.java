package io.weir.perf.engine;

import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Recorder;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the latency of single operations: the 99th and 99.9th percentile of each iteration, in
 * µs.
 *
 * <p>{@link #record}: any thread of the benchmark's process. As a profiler: between iterations.
 */
public final class Latencies implements InternalProfiler {

  public static final String P99 = "p99";
  public static final String P999 = "p99.9";

  /**
   * Static, deliberate: JMH makes the profiler and benchmarks call it; they share only the process.
   */
  private static final Recorder RECORDER = new Recorder(60_000_000_000L, 3);

  @Override
  public String getDescription() {
    return "Latency of single operations";
  }

  static void record(long nanos) {
    RECORDER.recordValue(Math.max(0, nanos));
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    RECORDER.reset();
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    var taken = RECORDER.getIntervalHistogram();
    return List.of(
        micros(P99, taken.getValueAtPercentile(99)),
        micros(P999, taken.getValueAtPercentile(99.9)));
  }

  private static ScalarResult micros(String label, long nanos) {
    return new ScalarResult(label, nanos / 1e3, "us", AggregationPolicy.AVG);
  }
}
