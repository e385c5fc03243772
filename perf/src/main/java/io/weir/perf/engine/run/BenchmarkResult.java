package io.weir.perf.engine.run;

import io.weir.perf.engine.CpuTime;
import io.weir.perf.engine.Latencies;
import io.weir.perf.result.Spread;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.Shape;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;

/**
 * How one subject did at one task.
 *
 * @param data what the stores held
 * @param beside what went on beside it; empty where the task does not ask
 * @param perSecond operations per second of wall time; the spread is over iterations, as it is of the others
 * @param cpuMicros processor time per operation, of all threads of the process
 * @param p99Micros latency of one operation in a hundred is longer; 0 where it is not measured. Likewise
 * @param p999Micros of one in a thousand
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

  static BenchmarkResult of(RunResult result) {
    var params = result.getParams();
    var name = params.getBenchmark();
    var data = new DataSet(
        Integer.parseInt(params.getParam("entities")), Shape.valueOf(params.getParam("shape")));
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
