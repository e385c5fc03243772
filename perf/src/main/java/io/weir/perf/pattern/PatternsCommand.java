package io.weir.perf.pattern;

import io.weir.perf.machine.Environment;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what each pattern of the client costs, and writes the report. */
@Command(
    name = "patterns",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure what each pattern of the client costs: requests, entities read and written, bytes stored, and processor time of the server,"
          + " beside the naive way and what Weir does by itself. Takes half an hour."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class PatternsCommand implements Callable<Integer> {

  @Option(names = "--trial", description = "Do everything once; the numbers mean nothing.")
  private boolean isTrial;

  @Option(
      names = "--employees",
      paramLabel = "N",
      description =
          "Let the largest tables have this many employees, at least 2000. Default: 1000000, 2000 for a trial.")
  private @Nullable Integer employees;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write results.json and report.md to this folder. Default: ./${DEFAULT-VALUE}.")
  private Path out = Path.of("perf/target/patterns");

  @Spec
  private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var effort = effort();
    Files.createDirectories(out);
    var costs = measure(effort);
    var environment = Environment.now(
        "servers and load share all cores",
        "java -jar perf/target/perf.jar patterns" + (isTrial ? " --trial" : "")
            + (employees == null ? "" : " --employees " + employees),
        0);
    var report = new PatternCosts(environment, effort.employees(), costs).write(out);
    System.out.printf("%n%s%n%nThe report: %s%n", Files.readString(report), report.toUri());
    return 0;
  }

  private PatternEffort effort() {
    var effort = isTrial ? PatternEffort.TRIAL : PatternEffort.WHOLE;
    if (employees == null) {
      return effort;
    }
    if (employees < PatternEffort.FEWEST) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--employees is at least " + PatternEffort.FEWEST + ", not " + employees + ".");
    }
    return effort.withEmployees(employees);
  }

  private static List<PatternCost> measure(PatternEffort effort) throws IOException {
    var began = System.nanoTime();
    try (var home = StoreHome.temporary()) {
      return new PatternRun(Surroundings.in(home.path()), effort, what -> say(began, what))
          .measure();
    }
  }

  private static void say(long beganNanos, String what) {
    var passed = Duration.ofNanos(System.nanoTime() - beganNanos);
    System.out.printf(
        Locale.ROOT, "%3d:%02d  %s%n", passed.toMinutes(), passed.toSecondsPart(), what);
  }
}
