package io.weir.perf.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.perf.process.TestSurroundings;
import io.weir.perf.report.Measurement;
import io.weir.perf.scenario.Run;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.Workloads;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts servers and the control as child processes, for seconds. */
final class TailRunTest {

  private static final Duration LENGTH = Duration.ofMillis(500);

  @TempDir
  Path folder;

  @Tag(Effort.THOROUGHLY)
  @Test
  void eachWorkloadIsMeasuredBesideTheControlAndTheDisk() throws IOException {
    var settings = new TailRun.Settings(
        List.of(Workloads.named("read"), Workloads.named("upsert")),
        200,
        LENGTH,
        LENGTH,
        LENGTH,
        0.1,
        7);
    var run = new Run(
        TestSurroundings.in(folder), 7, new PrintStream(OutputStream.nullOutputStream(), true));

    try (var tails = TailRun.begin(run.surroundings(), settings)) {
      run.measure(tails.scenarios(List.of(Collector.SERIAL)), 0, 1);
    }

    assertThat(run.leftOut()).isEmpty();
    assertThat(run.measurements())
        .extracting(Measurement::workload)
        .containsExactly("read", "upsert");
    assertThat(run.measurements()).allSatisfy(one -> {
      var sample = one.samples().get(0);
      assertThat(one.failures()).isEmpty();
      assertThat(sample.operations()).isPositive();
      assertThat(sample.number("control's failures")).isZero();
      assertThat(sample.number("control's p99.9, ms")).isPositive();
      assertThat(sample.number("p99.9 of a force, ms")).isPositive();
    });
  }

  @Test
  void oursIsTheDifferenceToTheControlInTheSameRound() {
    var seen = Control.with(round(9), round(4));

    assertThat(seen.numbers())
        .hasEntrySatisfying(
            "control's p99.9, ms", value -> assertThat(value).isEqualTo(4, within(0.001)))
        .hasEntrySatisfying("ours, ms", value -> assertThat(value).isEqualTo(5, within(0.001)))
        .containsEntry("control's failures", 2.0);
  }

  /** Returns 10,000 latencies of 1 ms and 20 of another, and two failures. */
  private static Round round(long millis) {
    var latencies = new Histogram(5);
    latencies.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(1), 10_000);
    latencies.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(millis), 20);
    return new Round(1, 10_020, 10_020, Map.of("WrongAnswer", 2L), 0, 0, latencies);
  }
}
