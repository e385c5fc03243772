package io.weir.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.Surroundings;
import io.weir.perf.result.Measurement;
import io.weir.perf.result.RoundSample;
import io.weir.perf.scenario.Run;
import io.weir.perf.target.TargetKind;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers start as separate processes, and each plan over HTTP measures all of its installed targets. */
@Tag(Effort.THOROUGHLY)
final class OverHttpTest {

  @TempDir
  private Path folder;

  @Test
  void everyServerAnswersReads() throws IOException {
    var measured = measured(ComparisonPlan.reads(TimeBudget.TRIAL));

    assertThat(measured)
        .hasSize(7)
        .allSatisfy(
            one -> assertThat(one.spread(RoundSample::perSecond).median()).isPositive());
  }

  @Test
  void everyStreamIsReadToItsEndAndItsBytesAreCounted() throws IOException {
    var measured = measured(ComparisonPlan.streams(TimeBudget.TRIAL));

    assertThat(measured).hasSizeBetween(6, 8).allSatisfy(one -> {
      assertThat(one.failures()).isEmpty();
      assertThat(one.spread(RoundSample::rowsPerSecond).median()).isPositive();
    });
    assertThat(measured)
        .filteredOn(one -> one.target().contains("h2c"))
        .hasSize(4)
        .allSatisfy(
            one -> assertThat(one.samples().get(0).number("MiB a second")).isPositive());
  }

  @Test
  void everyWayOfWritingStoresRows() throws IOException {
    var measured = measured(ComparisonPlan.bulkWrites(TimeBudget.TRIAL));

    assertThat(measured)
        .filteredOn(one -> !one.target().equals(TargetKind.POSTGRESQL.title()))
        .hasSize(3)
        .allSatisfy(
            one -> assertThat(one.spread(RoundSample::rowsPerSecond).median()).isPositive());
  }

  private List<Measurement> measured(ComparisonPlan plan) throws IOException {
    var run = new Run(
        Surroundings.in(folder), 42, new PrintStream(OutputStream.nullOutputStream(), true));
    Session.measure(run, plan, TimeBudget.TRIAL);
    return run.measurements();
  }
}
