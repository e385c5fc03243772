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

/** The part of a comparison that remains when the user chooses workloads and targets. */
final class ChoiceTest {

  @Test
  void onlyChosenWorkloadsAreComparedAlsoOnSchedule() throws IOException {
    var reads = Workloads.named("read");
    var chosen = ComparisonPlan.whole(TimeBudget.TRIAL).onlyOf(List.of(reads));

    assertThat(chosen.tasks()).extracting(WorkloadTask::workload).containsOnly(reads);
    assertThat(chosen.scheduled()).extracting(WorkloadTask::workload).containsExactly(reads);
  }

  @Test
  void allWorkloadsAreComparedByDefault() throws IOException {
    var all = ComparisonPlan.whole(TimeBudget.TRIAL);

    assertThat(all.onlyOf(List.of())).isEqualTo(all);
    assertThat(all.tasks())
        .extracting(WorkloadTask::workload)
        .extracting(Workload::name)
        .containsAll(Workloads.names());
  }

  @Test
  void aWorkloadThatNoChosenTargetOffersIsLeftOut() throws IOException {
    var bulk = List.of(Workloads.named("bulk-1000"));

    assertThat(ComparisonPlan.whole(TimeBudget.TRIAL)
            .onlyOf(bulk)
            .only(List.of(TargetKind.ETCD))
            .tasks())
        .isEmpty();
  }

  @Test
  void aTargetWithoutIndexesAndJointCommitsDoesNotOfferThem() throws IOException {
    var plan = ComparisonPlan.whole(TimeBudget.TRIAL);

    assertThat(plan.notOffered(TargetKind.WEIR)).isEmpty();
    assertThat(plan.notOffered(TargetKind.POSTGRESQL)).isEmpty();
    assertThat(plan.notOffered(TargetKind.ETCD))
        .contains("index-eq", "index-range", "upsert-indexed-5")
        .doesNotContain("joint-2");
    assertThat(plan.notOffered(TargetKind.AZURITE)).contains("joint-2", "mixed-joint");
  }

  @Test
  void groupsAreReadBeforeUpsertsChangeThem() throws IOException {
    assertThat(ComparisonPlan.whole(TimeBudget.TRIAL).tasks())
        .extracting(task -> task.workload().name())
        .containsSubsequence("index-eq", "index-range", "upsert-indexed-5");
  }

  @ParameterizedTest
  @CsvSource({"--workload, 'workloads=[ycsb-a, '", "--target, 'targets=weir; '"})
  void anUnknownNameIsWrongUsageAndTheMessageListsTheKnownOnes(String option, String told) {
    var said = new StringWriter();
    var command = new CommandLine(new CompareCommand()).setErr(new PrintWriter(said));

    assertThat(command.execute(option, "nope")).isEqualTo(ExitCode.USAGE);
    assertThat(said.toString()).contains("name=nope", told);
  }
}
