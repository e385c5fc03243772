package io.weir.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** What of everything is compared, when somebody chooses. */
final class ChoiceTest {

  @Test
  void chosenWorkloadsAreComparedAloneAndOnScheduleAsWell() throws IOException {
    var reads = Workloads.named("read");
    var chosen = ComparisonPlan.whole(Effort.TRIAL).onlyOf(List.of(reads));

    assertThat(chosen.tasks()).extracting(WorkloadTask::workload).containsOnly(reads);
    assertThat(chosen.scheduled()).extracting(WorkloadTask::workload).containsExactly(reads);
  }

  @Test
  void allAreComparedWhereNoneIsChosen() throws IOException {
    var all = ComparisonPlan.whole(Effort.TRIAL);

    assertThat(all.onlyOf(List.of())).isEqualTo(all);
    assertThat(all.tasks())
        .extracting(WorkloadTask::workload)
        .extracting(Workload::name)
        .containsAll(Workloads.names());
  }

  @Test
  void aWorkloadThatNoneOfTheChosenTargetsOffersIsNotThere() throws IOException {
    var bulk = List.of(Workloads.named("bulk-1000"));

    assertThat(ComparisonPlan.whole(Effort.TRIAL)
            .onlyOf(bulk)
            .only(List.of(TargetKind.ETCD))
            .tasks())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"--workload, 'workloads=[ycsb-a, '", "--target, 'targets=weir; '"})
  void whatThereIsNotIsWrongUsageAndTheMessageTellsWhatThereIs(String option, String told) {
    var said = new StringWriter();
    var command = new CommandLine(new CompareCommand()).setErr(new PrintWriter(said));

    assertThat(command.execute(option, "nope")).isEqualTo(ExitCode.USAGE);
    assertThat(said.toString()).contains("name=nope", told);
  }
}
