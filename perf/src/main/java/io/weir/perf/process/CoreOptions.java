package io.weir.perf.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that give servers and load cores of their own. Belongs to the launcher's thread. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class CoreOptions {

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

  /** Binds this process, which is the load, to its cores. */
  public void moveLoad() throws IOException {
    if (loadCpus != null) {
      Surroundings.moveThisProcess(loadCpus);
    }
  }

  /** Returns the surroundings of servers on their cores, with data in a folder. */
  public Surroundings surroundings(Path folder) {
    return Surroundings.in(folder).on(Optional.ofNullable(serverCpus));
  }

  /** Says in words which cores servers and load have. */
  public String describe() {
    return serverCpus == null && loadCpus == null
        ? "servers and load share all cores"
        : String.join(
            ", ", List.of("servers on " + orAll(serverCpus), "load on " + orAll(loadCpus)));
  }

  private static String orAll(@Nullable String cpus) {
    return cpus == null ? "all" : cpus;
  }
}
