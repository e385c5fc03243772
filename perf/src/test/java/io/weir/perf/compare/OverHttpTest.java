package io.weir.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.TestSurroundings;
import io.weir.perf.report.Measurement;
import io.weir.perf.report.RoundSample;
import io.weir.perf.scenario.Run;
import io.weir.perf.target.TargetKind;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers start as separate processes, once for all plans over HTTP. Each plan measures all of its
 * installed targets.
 */
@Tag(Effort.THOROUGHLY)
final class OverHttpTest {

  private static final TimeBudget BUDGET = TimeBudget.TRIAL;

  private static Run run;
  private static Session session;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    run = new Run(
        TestSurroundings.in(folder), 42, new PrintStream(OutputStream.nullOutputStream(), true));
    session = new Session(run, BUDGET);
    session.start(Stream.of(
            ComparisonPlan.reads(BUDGET),
            ComparisonPlan.streams(BUDGET),
            ComparisonPlan.bulkWrites(BUDGET))
        .flatMap(plan -> plan.kinds().stream())
        .distinct()
        .toList());
  }

  @AfterAll
  static void stop() throws IOException {
    session.close();
  }

  @Test
  void everyServerAnswersReads() throws IOException {
    var measured = measured(ComparisonPlan.reads(BUDGET));

    assertThat(measured)
        .hasSize(7)
        .allSatisfy(
            one -> assertThat(one.spread(RoundSample::perSecond).median()).isPositive());
  }

  @Test
  void everyStreamIsReadToItsEndAndItsBytesAreCounted() throws IOException {
    var measured = measured(ComparisonPlan.streams(BUDGET));

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
    var measured = measured(ComparisonPlan.bulkWrites(BUDGET));

    assertThat(measured)
        .filteredOn(one -> !one.target().equals(TargetKind.POSTGRESQL.title()))
        .hasSize(3)
        .allSatisfy(
            one -> assertThat(one.spread(RoundSample::rowsPerSecond).median()).isPositive());
  }

  /** Returns what a plan adds to the measurements. */
  private static List<Measurement> measured(ComparisonPlan plan) {
    var before = run.measurements().size();
    session.run(plan);
    return run.measurements().subList(before, run.measurements().size());
  }
}
