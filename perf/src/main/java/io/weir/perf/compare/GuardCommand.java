package io.weir.perf.compare;

import io.weir.perf.report.Results;
import io.weir.perf.scenario.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures a few operations of this build and compares them with a stored baseline, each as a
 * multiple of the bare endpoint in the same run.
 *
 * <p>Processor time is compared instead of rates: on a machine with other load it varies by a tenth
 * between runs, where rates vary by a half.
 */
@Command(
    name = "guard",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare this build with a stored baseline: the server's processor time of a few operations,"
          + " each divided by that of a bare endpoint in the same run.",
      "Exit codes: 0 as good as the baseline, 1 worse, 2 wrong usage."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class GuardCommand implements Callable<Integer> {

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Compare with these results. Default: ${DEFAULT-VALUE}.")
  private Path baseline = Path.of("perf/baseline.json");

  @Option(names = "--store", description = "Store the results as the baseline; compare nothing.")
  private boolean store;

  @Option(
      names = "--threshold",
      paramLabel = "SHARE",
      description = "Fail if a multiple grows by more than this share. Default: ${DEFAULT-VALUE}.")
  private double threshold = 0.25;

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    if (!store && Files.notExists(baseline)) {
      throw new IOException("store a baseline first by --store baseline=" + baseline);
    }
    var budget = options.isTrial() ? TimeBudget.TRIAL : TimeBudget.GUARD;
    var now = options.measure(run -> Session.measure(run, ComparisonPlan.guard(budget), budget));
    if (store) {
      now.write(baseline);
      return 0;
    }
    var verdict = Guard.of(Results.read(baseline), now, threshold);
    System.out.printf("%n%s%n", verdict.table());
    return verdict.isAsGood() ? 0 : 1;
  }
}
