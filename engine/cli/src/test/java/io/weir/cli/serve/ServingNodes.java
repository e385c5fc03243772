package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes of a cluster in this process, each with an address for the others. A test starts and
 * stops them; what runs in the end is closed.
 */
final class ServingNodes implements AutoCloseable {

  private static final HttpClient PROBE = HttpClient.newHttpClient();
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

  private final Map<String, ServingThread> nodes = new TreeMap<>();
  private final Map<String, String> addresses = new ConcurrentHashMap<>();
  private final Duration patience;

  /** @param patience how long to wait for anything */
  ServingNodes(Duration patience) {
    this.patience = patience;
  }

  /** Returns those that run, by id; the test changes them. */
  Map<String, ServingThread> running() {
    return nodes;
  }

  /** Returns the address at which the others reach a node. */
  String address(String id) {
    return addresses.computeIfAbsent(id, absent -> "127.0.0.1:" + FreePorts.next());
  }

  /** Returns the options of a node with these peers, and further ones. */
  String[] options(String id, List<String> peers, String... more) {
    var named =
        peers.stream().map(peer -> peer + "=" + address(peer)).collect(Collectors.joining(","));
    return Stream.concat(
            Stream.of("--cluster", "birds", "--node", id, "--peers", named, "--segment-size", "16"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  /** Something that may become true. */
  interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  HttpResponse<String> page(String id, String path) throws IOException, InterruptedException {
    var uri = URI.create(nodes.get(id).url()).resolve(path);
    return PROBE.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  /** Waits until a node serves, and returns it. */
  String leader() throws IOException, InterruptedException {
    until(() -> serving().isPresent());
    return serving().orElseThrow();
  }

  private Optional<String> serving() throws IOException, InterruptedException {
    for (var id : nodes.keySet()) {
      if (page(id, "/health/leader").statusCode() == 200) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  void until(Condition condition) throws IOException, InterruptedException {
    var began = System.nanoTime();
    while (!condition.holds()) {
      assertThat(System.nanoTime() - began).isLessThan(patience.toNanos());
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void close() throws Exception {
    for (var node : nodes.values()) {
      node.close();
    }
  }
}
