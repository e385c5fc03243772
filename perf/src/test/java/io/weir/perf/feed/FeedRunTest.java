package io.weir.perf.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.TestSurroundings;
import io.weir.perf.report.ComparisonReport;
import io.weir.perf.report.FeedTask;
import io.weir.perf.report.RoundSample;
import io.weir.perf.report.StoredResults;
import io.weir.perf.scenario.Run;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The trial of the command: every feed is read, every goal is measured if its peer is installed,
 * and nothing is left behind.
 */
@Tag(Effort.THOROUGHLY)
final class FeedRunTest {

  @TempDir
  private Path folder;

  @Test
  void aTrialMeasuresEveryGoalOfFeeds() throws IOException {
    var run = run();

    new FeedRun(run, FeedEffort.TRIAL, false).measure();

    var goals = ComparisonReport.of(StoredResults.of(run.measurements())).measuredGoals();
    assertThat(goals.lines().count()).isEqualTo(2 + 10 - run.leftOut().size());
    assertThat(run.measurements()).allSatisfy(one -> {
      assertThat(one.spread(RoundSample::perSecond).median()).isPositive();
      assertThat(one.failures()).isEmpty();
    });
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private Run run() {
    return new Run(
        TestSurroundings.in(folder), 42, new PrintStream(OutputStream.nullOutputStream(), true));
  }

  /** A busy consumer that received nothing would make the goal of its writers worthless. */
  @Test
  void aBusyConsumerReceivesTheChangesOfItsWriters() throws IOException {
    try (var door = FeedDoor.inProcess(TestSurroundings.in(folder));
        var busy = ConsumerCrowd.begin(door, FeedTask.WRITES_BUSY, 0);
        var idle = ConsumerCrowd.begin(door, FeedTask.WRITES_IDLE, 0)) {
      var rows = 50;
      WrittenRows.write(door.table(), WrittenRows.of(rows));

      var run = run();
      run.measure(List.of(new DeliveryDelay(door, rows).scenario()), 1, 1);
      assertThat(run.measurements()).hasSize(1);
      assertThat(busy.seen(new Round(1, 1, 1, Map.of(), 0, 0, RoundClock.latencies()))
              .numbers())
          .hasEntrySatisfying(
              "changes received a second", rate -> assertThat(rate).isPositive());
      assertThat(idle.changes()).isZero();
      assertThat(busy.changes()).isGreaterThanOrEqualTo(rows);
    }
  }
}
