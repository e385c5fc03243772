package io.weir.perf.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.Surroundings;
import io.weir.perf.report.ComparisonReport;
import io.weir.perf.result.FeedTask;
import io.weir.perf.result.RoundSample;
import io.weir.perf.result.StoredResults;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trial of the command: every feed is read, every goal is measured if its peer is installed, and nothing is left behind. */
@Tag(Effort.THOROUGHLY)
final class FeedRunTest {

  @TempDir
  private Path folder;

  @Test
  void aTrialMeasuresEveryGoalOfFeeds() throws IOException {
    var run = new FeedRun(Surroundings.in(folder), FeedEffort.TRIAL, 42, what -> {});

    run.measure();

    var goals = ComparisonReport.of(StoredResults.of(run.measurements())).measuredGoals();
    assertThat(goals.lines().count()).isEqualTo(2 + 10 - run.leftOut().size());
    assertThat(run.measurements())
        .filteredOn(one -> !one.workload().equals(FeedTask.BESIDE_WRITERS.workload()))
        .allSatisfy(one -> {
          assertThat(one.spread(RoundSample::perSecond).median()).isPositive();
          assertThat(one.failures()).isEmpty();
        });
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  /** A busy consumer that received nothing would make the goal of its writers worthless. */
  @Test
  void aBusyConsumerReceivesTheChangesOfItsWriters() throws IOException {
    try (var door = FeedDoor.inProcess(Surroundings.in(folder));
        var busy = ConsumerCrowd.begin(door, FeedTask.WRITES_BUSY, 0);
        var idle = ConsumerCrowd.begin(door, FeedTask.WRITES_IDLE, 0)) {
      var rows = 50;
      WrittenRows.write(door.table(), WrittenRows.of(rows));

      assertThat(new DeliveryDelay(door, rows).measure(1).samples()).hasSize(1);
      assertThat(idle.changes()).isZero();
      assertThat(busy.changes()).isGreaterThanOrEqualTo(rows);
    }
  }
}
