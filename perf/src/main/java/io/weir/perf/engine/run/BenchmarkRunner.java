package io.weir.perf.engine.run;

import io.weir.perf.engine.CpuTime;
import io.weir.perf.engine.Latencies;
import io.weir.perf.process.JavaCommand;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs JMH with its own options. Defaults are short: one fork, three seconds of warm-up, five that
 * count.
 */
public final class BenchmarkRunner {

  private static final int FORKS = 1;
  private static final int WARMUPS = 3;
  private static final int MEASUREMENTS = 5;
  private static final TimeValue ITERATION = TimeValue.seconds(1);

  /** Enough heap for the data drawn before a run; equal for all stores. */
  private static final String HEAP = "-Xmx3g";

  private BenchmarkRunner() {}

  /** Runs the benchmarks that the options name and returns the tables of results. */
  public static String run(CommandLineOptions asked) throws RunnerException {
    return new ComparisonTables(measure(asked)).toString();
  }

  static List<BenchmarkResult> measure(Options asked) throws RunnerException {
    var options = new OptionsBuilder()
        .parent(asked)
        .mode(Mode.Throughput)
        .timeUnit(TimeUnit.SECONDS)
        .forks(asked.getForkCount().orElse(FORKS))
        .warmupIterations(asked.getWarmupIterations().orElse(WARMUPS))
        .warmupTime(asked.getWarmupTime().orElse(ITERATION))
        .measurementIterations(asked.getMeasurementIterations().orElse(MEASUREMENTS))
        .measurementTime(asked.getMeasurementTime().orElse(ITERATION))
        .shouldFailOnError(true)
        .addProfiler(CpuTime.class)
        .addProfiler(Latencies.class)
        .jvmArgsPrepend(HEAP)
        .jvmArgsAppend(JavaCommand.FLAGS.toArray(String[]::new))
        .build();
    return new Runner(options)
        .run().stream()
            .filter(BenchmarkResult::isComparison)
            .map(BenchmarkResult::of)
            .toList();
  }
}
