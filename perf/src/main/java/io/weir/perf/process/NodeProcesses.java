package io.weir.perf.process;

import io.weir.cli.Weir;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Three nodes of a cluster, each {@code weir serve} as a user would start it, with a folder and
 * ports that it keeps over its restarts. Everything that is not about the cluster has its default,
 * durability too: each write is forced by a majority before it is acknowledged.
 *
 * <p>Belongs to one thread, which blocks; {@link #cpu} may be read by any thread. Closing kills
 * those that run and deletes their data.
 */
public final class NodeProcesses implements Servers {

  private static final List<String> IDS = List.of("a", "b", "c");
  private static final Duration PROBE = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 5;

  private final HttpClient prober = HttpClient.newHttpClient();
  private final Surroundings surroundings;
  private final StoreHome home;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final String peers;
  private final Map<String, ChildProcess> running = new ConcurrentHashMap<>();

  private NodeProcesses(Surroundings surroundings, StoreHome home) throws IOException {
    this.surroundings = surroundings;
    this.home = home;
    var free = Ports.free(2 * IDS.size());
    for (var i = 0; i < IDS.size(); i++) {
      ports.put(IDS.get(i), free.get(i));
    }
    this.peers = IDS.stream()
        .map(id -> id + "=127.0.0.1:" + free.get(IDS.size() + IDS.indexOf(id)))
        .collect(Collectors.joining(","));
  }

  /** Starts the nodes on free ports, and blocks until one of them leads. */
  public static NodeProcesses start(Surroundings surroundings) throws IOException {
    var home = new StoreHome(surroundings.newFolder("nodes"), false);
    var nodes = new NodeProcesses(surroundings, home);
    try {
      for (var id : IDS) {
        nodes.launch(id);
      }
      for (var id : IDS) {
        nodes.awaitPort(id);
      }
      var unused = nodes.leader();
      return nodes;
    } catch (IOException | RuntimeException e) {
      nodes.close();
      throw e;
    }
  }

  public List<String> ids() {
    return IDS;
  }

  /** Returns the ports at which clients reach the nodes. */
  public List<Integer> ports() {
    return List.copyOf(ports.values());
  }

  /** Starts a node that does not run, and blocks until it accepts connections. */
  public void start(String id) throws IOException {
    launch(id);
    awaitPort(id);
  }

  private void launch(String id) throws IOException {
    var folder = surroundings.newFolder("node-" + id);
    running.put(id, ChildProcess.launch(surroundings, folder, port(id), command(id)));
  }

  private List<String> command(String id) {
    return JavaCommand.of(
        surroundings.jvmOptions(),
        Weir.class,
        "serve",
        "--cluster",
        "measured",
        "--node",
        id,
        "--peers",
        peers,
        "--data",
        home.path().resolve(id).toString(),
        "--port",
        Integer.toString(port(id)),
        WeirServerProcess.QUEUE_PORT,
        "off");
  }

  private void awaitPort(String id) throws IOException {
    var node = remove(id);
    node.await(() -> Ports.answers(port(id)), command(id)); // ends the node if it fails
    running.put(id, node);
  }

  /** Ends a node as a power failure would. */
  public void kill(String id) throws IOException {
    remove(id).kill();
  }

  /** Ends a node as its operator does, and blocks until it has ended. */
  public void stop(String id) throws IOException {
    remove(id).close();
  }

  private ChildProcess remove(String id) {
    return Optional.ofNullable(running.remove(id))
        .orElseThrow(() -> new IllegalStateException("node does not run id=" + id));
  }

  /** Blocks until a node leads, and returns its id. */
  public String leader() throws IOException {
    return leaderOtherThan("");
  }

  /** Blocks until a node other than this one leads, and returns its id. */
  public String leaderOtherThan(String former) throws IOException {
    var endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      for (var id : running.keySet()) {
        if (!id.equals(former) && leads(id)) {
          return id;
        }
      }
      pauseUntil(endNanos, "no node leads");
    }
  }

  /** Blocks until a node takes part again: it leads or knows who does. */
  public void awaitPart(String id) throws IOException {
    var endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!leads(id) && !page(id).contains("address=")) {
      pauseUntil(endNanos, "node does not follow id=" + id);
    }
  }

  private boolean leads(String id) throws IOException {
    return page(id).equals("leader\n");
  }

  /** Returns what a node says about the leadership; nothing if it does not answer. */
  private String page(String id) throws IOException {
    var uri = URI.create("http://127.0.0.1:" + port(id) + "/health/leader");
    var request = HttpRequest.newBuilder(uri).timeout(PROBE).build();
    try {
      return prober.send(request, BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a node was asked id=" + id, e);
    } catch (IOException notNow) {
      return "";
    }
  }

  private static void pauseUntil(long endNanos, String otherwise) throws IOException {
    if (System.nanoTime() - endNanos > 0) {
      throw new IOException(otherwise + " waited=" + PATIENCE);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for nodes", e);
    }
  }

  private int port(String id) {
    return Optional.ofNullable(ports.get(id)).orElseThrow();
  }

  @Override
  public Cpu cpu() {
    return Cpu.sum(() -> running.values().stream().map(ChildProcess::cpu).toList());
  }

  @Override
  public void close() throws IOException {
    try (home) {
      Closing.all(running.values().stream().<Closeable>map(node -> node::kill).toList());
    }
  }
}
