package io.weir.perf.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where targets run.
 *
 * @param folder for their data, which exists
 * @param serverCpus cores of the servers as {@code taskset} takes them; absent for all
 * @param connections of raw HTTP/2 and of Redis, where one carries many requests at a time
 * @param manyConnections that clients keep where one carries one request at a time
 */
public record Surroundings(
    Path folder, Optional<String> serverCpus, int connections, int manyConnections) {

  /** The whole machine, with as many connections as most programs would have. */
  public static Surroundings in(Path folder) {
    return new Surroundings(folder, Optional.empty(), 8, 64);
  }

  /** With servers on these cores. */
  public Surroundings on(Optional<String> cpus) {
    return new Surroundings(folder, cpus, connections, manyConnections);
  }

  /** The command so that it runs on the servers' cores. */
  List<String> pinned(List<String> command) {
    var all = new ArrayList<String>();
    serverCpus.ifPresent(cpus -> all.addAll(List.of("taskset", "-c", cpus)));
    all.addAll(command);
    return all;
  }
}
