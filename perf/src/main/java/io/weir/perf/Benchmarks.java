package io.weir.perf;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs JMH as its own options say; where they say nothing, shortly: one fork, three seconds to warm up, five that count. */
final class Benchmarks {

  private static final int FORKS = 1;
  private static final int WARMUPS = 3;
  private static final int MEASUREMENTS = 5;
  private static final TimeValue ITERATION = TimeValue.seconds(1);
  private static final Map<String, String> TASKS = Map.of(
      "PointReadBenchmark", "point read, one thread",
      "RangeScanBenchmark", "entities in ranges of 1,000, one thread",
      "ForcedUpsertBenchmark", "upsert, forced, 64 in flight",
      "UpsertBenchmark", "upsert, not forced");

  private Benchmarks() {}

  static List<Line> run(CommandLineOptions asked) throws RunnerException {
    return lines(new Runner(options(asked)).run());
  }

  private static Options options(CommandLineOptions asked) {
    var options = new OptionsBuilder().parent(asked);
    options
        .mode(Mode.Throughput)
        .timeUnit(TimeUnit.SECONDS)
        .forks(asked.getForkCount().orElse(FORKS))
        .warmupIterations(asked.getWarmupIterations().orElse(WARMUPS))
        .warmupTime(asked.getWarmupTime().orElse(ITERATION))
        .measurementIterations(asked.getMeasurementIterations().orElse(MEASUREMENTS))
        .measurementTime(asked.getMeasurementTime().orElse(ITERATION))
        .shouldFailOnError(true)
        .addProfiler(CpuTime.class)
        .jvmArgsAppend(JvmFlags.ALL.toArray(String[]::new));
    return options.build();
  }

  private static List<Line> lines(Collection<RunResult> results) {
    return results.stream().map(Benchmarks::line).toList();
  }

  private static Line line(RunResult result) {
    var names = List.of(result.getParams().getBenchmark().split("\\.", -1));
    var task = names.get(names.size() - 2);
    var subject = names.get(names.size() - 1);
    return new Line(
        TASKS.getOrDefault(task, task),
        subject,
        subject.equals("rocksdb"),
        spread(result.getPrimaryResult()),
        spread(Objects.requireNonNull(result.getSecondaryResults().get(CpuTime.LABEL))));
  }

  private static Spread spread(Result<?> result) {
    var samples = result.getStatistics();
    return new Spread(samples.getPercentile(50), samples.getMin(), samples.getMax());
  }
}
