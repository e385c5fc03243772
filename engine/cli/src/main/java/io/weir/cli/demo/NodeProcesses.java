package io.weir.cli.demo;

import io.weir.cli.terminal.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster as processes of this machine, each with its folder and its log file, on
 * free ports.
 *
 * <p>Belongs to one thread, which blocks. Closing ends all processes.
 */
final class NodeProcesses implements AutoCloseable {

  private static final Duration END_WITHIN = Duration.ofSeconds(15);
  private static final String MAIN = "io.weir.cli.Weir";
  private static final String ACCOUNT = "/devstoreaccount1";
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);
  private static final long LOOK_AGAIN_MILLIS = 20;
  private static final long PATIENCE_SECONDS = 120;

  private final HttpClient prober = HttpClient.newHttpClient();
  private final Path folder;
  private final List<String> launch;
  private final String peers;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Process> running = new LinkedHashMap<>();

  private NodeProcesses(Path folder, List<String> launch, List<String> ids) throws IOException {
    this.folder = folder;
    this.launch = launch;
    var free = freePorts(2 * ids.size());
    for (var i = 0; i < ids.size(); i++) {
      ports.put(ids.get(i), free.get(i));
    }
    this.peers = ids.stream()
        .map(id -> id + "=127.0.0.1:" + free.get(ids.size() + ids.indexOf(id)))
        .collect(Collectors.joining(","));
  }

  /** Starts nodes in an empty folder. */
  static NodeProcesses start(Path folder, List<String> ids) throws IOException {
    if (Files.exists(folder)) {
      throw CommandFailure.failed("The nodes of the demo begin with an empty folder, and " + folder
          + " is there. Delete it, or name another with --data.");
    }
    Files.createDirectories(folder);
    var nodes = new NodeProcesses(folder, launch(), ids);
    Runtime.getRuntime().addShutdownHook(new Thread(nodes::close, "weir-demo-stop"));
    for (var id : ids) {
      nodes.start(id);
    }
    return nodes;
  }

  /**
   * Returns how this process was started, up to the command: the nodes are started the same way.
   */
  private static List<String> launch() {
    var java = ProcessHandle.current().info().command();
    if (java.isEmpty()) {
      throw CommandFailure.failed(
          "This system does not tell how this process was started, so the demo cannot start nodes. Start three with 'weir serve --cluster'.");
    }
    var machine = ManagementFactory.getRuntimeMXBean();
    var launch = new ArrayList<>(List.of(java.get()));
    launch.addAll(machine.getInputArguments());
    var classes = machine.getClassPath();
    launch.addAll(
        classes.endsWith(".jar") && !classes.contains(File.pathSeparator)
            ? List.of("-jar", classes)
            : List.of("-cp", classes, MAIN));
    return List.copyOf(launch);
  }

  /**
   * The ports stay free for a moment: nothing else on the machine is likely to take them before the
   * nodes do.
   */
  private static List<Integer> freePorts(int count) throws IOException {
    var held = new ArrayList<ServerSocket>();
    try {
      for (var i = 0; i < count; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (var socket : held) {
        socket.close();
      }
    }
  }

  /** Starts a node, for the first time or again. */
  void start(String id) throws IOException {
    var command = new ArrayList<>(launch);
    command.addAll(List.of(
        "serve",
        "--cluster",
        "demo",
        "--node",
        id,
        "--peers",
        peers,
        "--data",
        folder.resolve(id).toString(),
        "--port",
        String.valueOf(ports.get(id)),
        "--queue-port",
        "off"));
    running.put(
        id,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log(id).toFile()))
            .start());
  }

  Path log(String id) {
    return folder.resolve(id + ".log");
  }

  String url(String id) {
    return "http://127.0.0.1:" + ports.get(id) + ACCOUNT;
  }

  /** Ends a node as a power failure would, and returns the number of its process. */
  long kill(String id) throws InterruptedException {
    var process = running.get(id);
    if (process == null) {
      throw new IllegalArgumentException("there is no such node id=" + id);
    }
    process.destroyForcibly();
    process.waitFor();
    return process.pid();
  }

  /** Waits until a node serves, and returns it. */
  String leader() throws InterruptedException {
    var began = System.nanoTime();
    while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
      var leader = ports.keySet().stream().filter(this::leads).findFirst();
      if (leader.isPresent()) {
        return leader.get();
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
    throw CommandFailure.failed("No node serves. See the logs in " + folder + ".");
  }

  private boolean leads(String id) {
    return page(id, "/health/leader").filter("leader\n"::equals).isPresent();
  }

  /** Waits until a node follows a leader. */
  void untilFollows(String id) throws InterruptedException {
    while (page(id, "/health/leader").filter(text -> text.contains("address=")).isEmpty()
        && !leads(id)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  private Optional<String> page(String id, String path) {
    var request = HttpRequest.newBuilder(URI.create(url(id)).resolve(path))
        .timeout(PROBE_TIMEOUT)
        .build();
    try {
      return Optional.of(prober.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return Optional.empty(); // it does not answer
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Ends all nodes and waits until they have ended, so that nobody writes to their folders. */
  @Override
  public void close() {
    running.values().forEach(Process::destroy);
    for (var process : running.values()) {
      try {
        if (!process.waitFor(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        process.destroyForcibly();
      }
    }
  }
}
