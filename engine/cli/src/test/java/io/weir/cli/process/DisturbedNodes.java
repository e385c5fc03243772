package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.ClientOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Three processes of {@code weir serve} that share a store, each on a machine of its own in a
 * network. Belongs to one thread, which blocks.
 */
final class DisturbedNodes implements AutoCloseable {

  static final List<String> IDS = List.of("a", "b", "c");

  private static final int PORT = 10_002;
  private static final int QUEUE_PORT = 10_001;
  private static final int RAFT_PORT = 10_300;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration PROBE_TIME = Duration.ofMillis(500);
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

  private final HttpClient probe = HttpClient.newHttpClient();
  private final NodeNetwork network;
  private final Path folder;
  private final Map<String, ChildServer> servers = new TreeMap<>();

  DisturbedNodes(NodeNetwork network, Path folder) throws IOException {
    this.network = network;
    this.folder = folder;
    for (var id : IDS) {
      start(id);
    }
  }

  NodeNetwork network() {
    return network;
  }

  void start(String id) throws IOException {
    var peers = IDS.stream()
        .map(peer -> peer + "=" + network.host(peer) + ":" + RAFT_PORT)
        .collect(Collectors.joining(","));
    servers.put(
        id,
        ChildServer.startBy(
            network.launcher(id),
            folder.resolve(id + ".log"),
            PORT,
            folder.resolve(id),
            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
            "--cluster",
            "birds",
            "--node",
            id,
            "--peers",
            peers,
            "--host",
            network.host(id),
            "--queue-port",
            Integer.toString(QUEUE_PORT),
            "--allow-published-key",
            "--partition-groups",
            "4",
            "--segment-size",
            "16"));
  }

  void kill(String id) throws InterruptedException {
    servers.get(id).kill();
  }

  ChildServer server(String id) {
    return servers.get(id);
  }

  /** Returns options of a client of tables at some nodes. */
  ClientOptions.Builder tables(List<String> ids) {
    return options(ids, PORT);
  }

  /** Returns options of a client of queues at all nodes. */
  ClientOptions.Builder queues() {
    return options(IDS, QUEUE_PORT);
  }

  private ClientOptions.Builder options(List<String> ids, int port) {
    return ClientOptions.builder()
        .endpoints(ids.stream()
            .map(id -> "http://" + network.host(id) + ":" + port + "/devstoreaccount1")
            .toArray(String[]::new))
        .loops(1);
  }

  /** Waits until a node serves, and returns it. */
  String leader() throws InterruptedException {
    var began = System.nanoTime();
    while (true) {
      var found = serving();
      if (found.isPresent()) {
        return found.get();
      }
      assertThat(System.nanoTime() - began)
          .as("time without a leader")
          .isLessThan(PATIENCE.toNanos());
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private Optional<String> serving() throws InterruptedException {
    for (var id : IDS) {
      if (leads(id)) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  private boolean leads(String id) throws InterruptedException {
    var page = URI.create("http://" + network.host(id) + ":" + PORT + "/health/leader");
    var request = HttpRequest.newBuilder(page).timeout(PROBE_TIME).build();
    try {
      return probe.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException unreachable) {
      return false;
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (var server : servers.values()) {
      server.kill();
    }
  }
}
