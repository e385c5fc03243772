package io.weir.perf.compare;

import io.weir.perf.report.ComparisonReport;
import io.weir.perf.report.Results;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures Weir beside every installed server and writes the report. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Measure Weir beside every installed server, and write results and a report.")
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class CompareCommand implements Callable<Integer> {

  @Option(names = "--short", description = "Measure for forty minutes instead of two hours.")
  private boolean isShort;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      converter = OptionConverters.TargetName.class,
      description = "Measure only this target; repeatable. Default: all.")
  private List<TargetKind> targets = List.of(TargetKind.values());

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      converter = OptionConverters.WorkloadName.class,
      description = "Run only this workload; repeatable. Default: all.")
  private List<Workload> workloads = List.of();

  @Option(
      names = "--backlog",
      paramLabel = "N",
      description = "Let this many messages wait in a queue. Default: ${DEFAULT-VALUE}.")
  private int backlog = ComparisonPlan.BACKLOG;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Measure nothing; make the report from these results.")
  private @Nullable Path stored;

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    var results = stored == null ? options.measure(this::measure) : Results.read(stored);
    var page = options.write(results);
    System.out.printf(
        "%n%s%n%nThe report: %s%n", ComparisonReport.of(results).goals(), page.toUri());
    return 0;
  }

  private void measure(Run run) throws IOException {
    var budget =
        options.isTrial() ? TimeBudget.TRIAL : isShort ? TimeBudget.SHORT : TimeBudget.LONG;
    var plan = ComparisonPlan.whole(budget).only(targets).onlyOf(workloads).withBacklog(backlog);
    Session.measure(run, plan, budget);
  }
}
