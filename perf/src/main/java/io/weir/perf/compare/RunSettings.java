package io.weir.perf.compare;

import io.weir.perf.machine.CpuSet;
import io.weir.perf.machine.Environment;
import io.weir.perf.machine.Machine;
import io.weir.perf.machine.MachineLimits;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.result.Results;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every run is told: where servers and load run, and what is drawn. Belongs to the launcher's thread, which waits. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class RunSettings {

  @Option(
      names = "--server-cpus",
      paramLabel = "LIST",
      description = "Cores of the servers, as taskset takes them: 0,1. Default: all.")
  private @Nullable String serverCpus;

  @Option(
      names = "--load-cpus",
      paramLabel = "LIST",
      description = "Cores of the load, as taskset takes them: 2-3. Default: all.")
  private @Nullable String loadCpus;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Of all that is drawn. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  /** Measures a plan, with progress on standard output. */
  Results run(ComparisonPlan plan, Effort effort, String command) throws IOException {
    var progress = new ProgressLog(System.out);
    try (var home = StoreHome.temporary()) {
      var limits = MachineLimits.measure(home.path()); // of the whole machine
      if (loadCpus != null) {
        CpuSet.moveThisProcess(loadCpus);
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
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Environment(
        Machine.commit(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Runtime.version().toString(),
        system.getName() + " " + system.getVersion(),
        Machine.processor(),
        Machine.cores(),
        Machine.memory(),
        cpuSets(),
        "java -jar perf/target/perf.jar " + command,
        seed,
        system.getSystemLoadAverage());
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
