package io.weir.perf.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the processor time per operation in µs, of all threads of the process, garbage
 * collection and compaction included.
 *
 * <p>Runs in the benchmark's process, between iterations.
 */
public final class CpuTime implements InternalProfiler {

  /** The name of the number next to a benchmark's own. */
  public static final String LABEL = "cpu";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long startNanos;

  @Override
  public String getDescription() {
    return "Processor time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    startNanos = system.getProcessCpuTime();
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    var nanos = system.getProcessCpuTime() - startNanos;
    var operations = Math.max(1, result.getMetadata().getAllOps());
    return List.of(
        new ScalarResult(LABEL, nanos / 1e3 / operations, "us/op", AggregationPolicy.AVG));
  }
}
