package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks the nodes of a cluster in this process.
 *
 * @param nodes those that run, by id; the test changes them
 * @param patience how long to wait for anything
 */
record ServingNodes(Map<String, ServingThread> nodes, Duration patience) {

  private static final HttpClient PROBE = HttpClient.newHttpClient();
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

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
}
