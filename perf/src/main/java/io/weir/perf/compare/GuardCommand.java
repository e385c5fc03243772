package io.weir.perf.compare;

import io.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures a few things of what is built, each as a share of the limit that is measured beside it in the same run, and holds these
 * shares against those of a baseline.
 *
 * <p>Processor time is compared, not rates: on a machine that does other things as well it differs by a tenth from run to run where
 * rates differ by a half.
 */
@Command(
    name = "guard",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare what is built with a stored baseline: the server's processor time of a few operations, each beside that of a bare"
          + " endpoint in the same run.",
      "Exit codes: 0 as good as the baseline, 1 worse, 2 wrong usage."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class GuardCommand implements Callable<Integer> {

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      defaultValue = "perf/baseline.json",
      description = "Results to compare with. Default: ${DEFAULT-VALUE}.")
  private Path baseline = Path.of("perf/baseline.json");

  @Option(names = "--store", description = "Store what is measured as the baseline.")
  private boolean store;

  @Option(
      names = "--threshold",
      paramLabel = "SHARE",
      defaultValue = "0.25",
      description = "Worse by more than this is a failure. Default: ${DEFAULT-VALUE}.")
  private double threshold = 0.25;

  @Mixin
  private RunSettings settings = new RunSettings();

  @Override
  public Integer call() throws IOException {
    if (!store && Files.notExists(baseline)) {
      throw new IOException("Store a baseline first, by --store. baseline=" + baseline);
    }
    var now = settings.run(ComparisonPlan.guard(Effort.GUARD), Effort.GUARD, "guard");
    if (store) {
      now.write(baseline);
      return 0;
    }
    var verdict = Guard.of(Results.read(baseline), now, threshold);
    System.out.printf("%n%s%n", verdict.table());
    return verdict.isAsGood() ? 0 : 1;
  }
}
