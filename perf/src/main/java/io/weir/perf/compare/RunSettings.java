package io.weir.perf.compare;

import io.weir.perf.machine.Environment;
import io.weir.perf.machine.MachineLimits;
import io.weir.perf.process.CoreOptions;
import io.weir.perf.process.StoreHome;
import io.weir.perf.result.Results;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all runs share. Belongs to the launcher's thread, which blocks. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class RunSettings {

  @Mixin
  private CoreOptions cores = new CoreOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draw all operations from this seed. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  /** Measures a plan and prints its progress. */
  Results run(ComparisonPlan plan, Effort effort, String command) throws IOException {
    var progress = new ProgressLog(System.out);
    try (var home = StoreHome.temporary()) {
      var limits = MachineLimits.measure(home.path()); // before the load is bound to its cores
      cores.moveLoad();
      try (var session = new Session(cores.surroundings(home.path()), effort, progress, seed)) {
        session.start(plan.kinds());
        session.run(plan);
        return new Results(environment(command), limits, session.measurements(), session.leftOut());
      }
    }
  }

  private Environment environment(String command) {
    return Environment.now(cores.describe(), "java -jar perf/target/perf.jar " + command, seed);
  }
}
