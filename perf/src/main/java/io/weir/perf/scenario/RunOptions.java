package io.weir.perf.scenario;

import io.weir.perf.process.CoreOptions;
import io.weir.perf.process.Environment;
import io.weir.perf.process.MachineLimits;
import io.weir.perf.process.StoreHome;
import io.weir.perf.report.ComparisonReport;
import io.weir.perf.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that all runs share, and what all of them do around their measurement. Belongs to the
 * launcher's thread, which blocks.
 */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class RunOptions {

  @Mixin
  private CoreOptions cores = new CoreOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draw all operations from this seed. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write results.json, report.md and its plots to this folder. Default:"
          + " ./perf/target/COMMAND.")
  private @Nullable Path out;

  @Option(names = "--trial", description = "Do everything once; the numbers mean nothing.")
  private boolean isTrial;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Measures what a command is about. */
  @FunctionalInterface
  public interface Measuring {
    void measure(Run run) throws IOException;
  }

  /** Returns whether everything is done once, with as few rows as work. */
  public boolean isTrial() {
    return isTrial;
  }

  /**
   * Measures, writes the results and their report, and prints the report. Returns the exit code.
   */
  public int report(Measuring measuring) throws IOException {
    var results = measure(measuring);
    var page = write(results);
    results.write(page.resolveSibling("results.json"));
    System.out.printf("%n%s%nThe report: %s%n", Files.readString(page), page.toUri());
    return 0;
  }

  /** Writes the report of results. Returns its path. */
  public Path write(Results results) throws IOException {
    var folder = out == null ? Path.of("perf/target", command().name()) : out;
    return ComparisonReport.of(results).write(Files.createDirectories(folder));
  }

  /** Measures in a new folder, which is deleted at the end, and prints the progress. */
  public Results measure(Measuring measuring) throws IOException {
    try (var home = StoreHome.temporary()) {
      var limits = MachineLimits.measure(home.path()); // before the load is bound to its cores
      cores.moveLoad();
      var run = new Run(cores.surroundings(home.path()), seed, System.out);
      measuring.measure(run);
      return new Results(environment(), limits, run.measurements(), run.leftOut());
    }
  }

  private Environment environment() {
    var given = command().root().commandLine().getParseResult().originalArgs();
    return Environment.now(
        cores.describe(), "java -jar perf/target/perf.jar " + String.join(" ", given), seed);
  }

  private CommandSpec command() {
    return Objects.requireNonNull(command);
  }
}
