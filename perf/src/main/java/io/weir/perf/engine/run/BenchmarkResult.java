package io.weir.perf.engine.run;

import io.weir.perf.engine.CpuTime;
import io.weir.perf.engine.Latencies;
import io.weir.perf.report.Spread;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;

/**
 * One subject at one task.
 *
 * @param data that the stores held
 * @param beside the load during the task; empty if the task has none
 * @param perSecond operations per second of wall time, spread over iterations
 * @param cpuMicros processor time per operation in µs, of all threads of the process
 * @param p99Micros 99th percentile of latency in µs; 0 if it is not measured
 * @param p999Micros 99.9th percentile of latency in µs; 0 if it is not measured
 */
record BenchmarkResult(
    BenchmarkTask task,
    DataSet data,
    String beside,
    String subject,
    Spread perSecond,
    Spread cpuMicros,
    Spread p99Micros,
    Spread p999Micros) {

  private static final String SHAPE = "shape";

  /** Whether a benchmark compares stores over one set of data. JMH alone reports the others. */
  static boolean isComparison(RunResult result) {
    var params = result.getParams();
    return params.getParam(SHAPE) != null && BenchmarkTask.has(params.getBenchmark());
  }

  static BenchmarkResult of(RunResult result) {
    var params = result.getParams();
    var name = params.getBenchmark();
    var data = new DataSet(
        Integer.parseInt(params.getParam("entities")), RowSize.valueOf(params.getParam(SHAPE)));
    return new BenchmarkResult(
        BenchmarkTask.ofBenchmark(name),
        data,
        Objects.requireNonNullElse(params.getParam("beside"), ""),
        name.substring(name.lastIndexOf('.') + 1),
        spread(result.getPrimaryResult()),
        secondary(result, CpuTime.LABEL),
        secondary(result, Latencies.P99),
        secondary(result, Latencies.P999));
  }

  private static Spread secondary(RunResult result, String label) {
    return spread(Objects.requireNonNull(result.getSecondaryResults().get(label), label));
  }

  private static Spread spread(org.openjdk.jmh.results.Result<?> result) {
    var samples = result.getStatistics();
    return new Spread(samples.getPercentile(50), samples.getMin(), samples.getMax());
  }
}
