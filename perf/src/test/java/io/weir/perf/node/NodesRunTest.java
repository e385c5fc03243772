package io.weir.perf.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.TestSurroundings;
import io.weir.perf.report.Measurement;
import io.weir.perf.report.NodeTask;
import io.weir.perf.scenario.Run;
import io.weir.perf.target.TargetKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The trial of the command: the nodes are measured beside the installed peers, their leader is
 * killed, hands over and is restarted, and nothing is left behind.
 */
@Tag("torture") // a minute and more: it starts up to nine servers
final class NodesRunTest {

  @TempDir
  private Path folder;

  @Test
  void aTrialMeasuresEachTaskAndLeavesNothingBehind() throws IOException {
    var before = children();
    var run = new Run(
        TestSurroundings.in(folder), 42, new PrintStream(OutputStream.nullOutputStream(), true));

    new NodesRun(run, NodesEffort.TRIAL).measure();

    assertThat(run.leftOut())
        .extracting(left -> left.target())
        .isSubsetOf(TargetKind.ETCD_NODES.title(), TargetKind.POSTGRESQL_STANDBY.title());
    assertThat(measured(run, TargetKind.WEIR_NODES))
        .containsExactlyInAnyOrder(
            Stream.of(NodeTask.values()).map(NodeTask::workload).toArray(String[]::new));
    assertThat(measured(run, TargetKind.WEIR))
        .containsExactly(NodeTask.UPSERTS.workload(), NodeTask.READS.workload());
    assertThat(run.measurements())
        .allSatisfy(one -> assertThat(one.latency().micros(100)).isPositive());
    assertThat(run.measurements())
        .filteredOn(one -> !one.workload().equals(NodeTask.KILL.workload()))
        .allSatisfy(one -> assertThat(one.failures()).isEmpty());
    assertThat(children()).isEqualTo(before);
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private static List<String> measured(Run run, TargetKind kind) {
    return run.measurements().stream()
        .filter(one -> one.target().equals(kind.title()))
        .map(Measurement::workload)
        .toList();
  }

  private static long children() {
    return ProcessHandle.current().descendants().count();
  }
}
