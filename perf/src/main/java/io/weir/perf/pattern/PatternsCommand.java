package io.weir.perf.pattern;

import io.weir.perf.scenario.RunOptions;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "Measure what each pattern of the client costs: requests, entities read and written, bytes"
          + " stored, and processor time of the server, beside the naive way and what Weir does by"
          + " itself. Takes half an hour."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class PatternsCommand implements Callable<Integer> {

  @Option(
      names = "--employees",
      paramLabel = "N",
      description =
          "Let the largest tables have this many employees, at least 2000. Default: 1000000, 2000"
              + " for a trial.")
  private @Nullable Integer employees;

  @Mixin
  private RunOptions options = new RunOptions();

  @Spec
  private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var effort = effort();
    return options.report(
        run -> new PatternRun(run.surroundings(), effort, run::say).measure().forEach(run::add));
  }

  private PatternEffort effort() {
    var effort = options.isTrial() ? PatternEffort.TRIAL : PatternEffort.WHOLE;
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
}
