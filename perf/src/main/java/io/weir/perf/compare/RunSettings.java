package io.weir.perf.compare;

import io.weir.perf.machine.Environment;
import io.weir.perf.machine.MachineLimits;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.result.Results;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that all runs share. Belongs to the launcher's thread, which blocks. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class RunSettings {

  @Option(
      names = "--server-cpus",
      paramLabel = "LIST",
      description = "Run the servers on these cores, as taskset takes them: 0,1. Default: all.")
  private @Nullable String serverCpus;

  @Option(
      names = "--load-cpus",
      paramLabel = "LIST",
      description = "Run the load on these cores, as taskset takes them: 2-3. Default: all.")
  private @Nullable String loadCpus;

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
      if (loadCpus != null) {
        Surroundings.moveThisProcess(loadCpus);
      }
      var surroundings = Surroundings.in(home.path()).on(Optional.ofNullable(serverCpus));
      try (var session = new Session(surroundings, effort, progress, seed)) {
        session.start(plan.kinds());
        session.run(plan);
        return new Results(environment(command), limits, session.measurements(), session.leftOut());
      }
    }
  }

  private Environment environment(String command) {
    return Environment.now(cpuSets(), "java -jar perf/target/perf.jar " + command, seed);
  }

  private String cpuSets() {
    return serverCpus == null && loadCpus == null
        ? "servers and load share all cores"
        : String.join(
            ", ", List.of("servers on " + orAll(serverCpus), "load on " + orAll(loadCpus)));
  }

  private static String orAll(@Nullable String cpus) {
    return cpus == null ? "all" : cpus;
  }
}
