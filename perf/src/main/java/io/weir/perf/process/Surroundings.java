package io.weir.perf.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What all targets of a run share.
 *
 * @param folder for their data, which exists
 * @param serverCpus cores of the servers, as {@code taskset} takes them; empty for all
 * @param connections of raw HTTP/2 and of Redis, which carry many requests at a time each
 * @param manyConnections of clients whose connections carry one request at a time
 * @param jvmOptions of the servers of this project, such as a garbage collector
 */
public record Surroundings(
    Path folder,
    Optional<String> serverCpus,
    int connections,
    int manyConnections,
    List<String> jvmOptions) {

  public Surroundings {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** Servers with the defaults of their JVMs. */
  public Surroundings(
      Path folder, Optional<String> serverCpus, int connections, int manyConnections) {
    this(folder, serverCpus, connections, manyConnections, List.of());
  }

  /** The whole machine, with as many connections as most programs open. */
  public static Surroundings in(Path folder) {
    return new Surroundings(folder, Optional.empty(), 8, 64);
  }

  /** Returns the same surroundings with the servers on these cores. */
  public Surroundings on(Optional<String> cpus) {
    return new Surroundings(folder, cpus, connections, manyConnections, jvmOptions);
  }

  /** Returns the same surroundings with further options of the servers' JVMs. */
  public Surroundings with(List<String> options) {
    var all = Stream.concat(jvmOptions.stream(), options.stream()).toList();
    return new Surroundings(folder, serverCpus, connections, manyConnections, all);
  }

  /** Creates a folder for the data of one server. */
  public Path newFolder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name + "-" + System.nanoTime()));
  }

  /** Binds all threads of this process, and those that they start, to cores. */
  public static void moveThisProcess(String cpus) throws IOException {
    var pid = Long.toString(ProcessHandle.current().pid());
    Programs.run(List.of("taskset", "-a", "-c", "-p", cpus, pid));
  }

  /** Returns the command, bound to the cores of the servers. */
  List<String> pinned(List<String> command) {
    var all = new ArrayList<String>();
    serverCpus.ifPresent(cpus -> all.addAll(List.of("taskset", "-c", cpus)));
    all.addAll(command);
    return all;
  }
}
