package io.weir.cli.serve;

import io.weir.client.ClientOptions;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that has the addresses of all nodes works on while their leader is stopped. */
final class ChangedLeaderTest {

  private static final List<String> IDS = List.of("a", "b", "c");

  /** Inserts, additions and messages before the change, and after it. */
  private static final int CALLS = 100;

  @TempDir
  private Path folder;

  private final Map<String, Integer> ports =
      IDS.stream().collect(Collectors.toMap(id -> id, id -> FreePorts.next()));
  private final Map<String, Integer> queuePorts =
      IDS.stream().collect(Collectors.toMap(id -> id, id -> FreePorts.next()));
  private final ServingNodes all = new ServingNodes(Duration.ofMinutes(1));
  private final Map<String, ServingThread> nodes = all.running();

  @BeforeEach
  void startThree() throws IOException {
    for (var id : IDS) {
      start(id);
    }
  }

  private void start(String id) throws IOException {
    nodes.put(
        id,
        ServingThread.start(
            folder.resolve(id),
            ports.get(id),
            Map.of(),
            all.options(id, IDS, "--queue-port", String.valueOf(queuePorts.get(id)))));
  }

  @AfterEach
  void stop() throws Exception {
    all.close();
  }

  /** The first leader comes back, and the second one is stopped as well: a rolling restart. */
  @Test
  void plannedChangesOfTheLeaderFailNoCallLoseNothingAndDoNothingTwice() throws Exception {
    all.leader();
    try (var tables = options(ports).connect();
        var queues = options(queuePorts).connectQueues()) {
      var work = new SteadyWork(tables, queues);
      var running = work.run().toFuture();
      try {
        for (var change = 0; change < 2; change++) {
          var leader = all.leader();
          var before = work.done();
          all.until(() -> running.isDone() || work.done() >= before + CALLS);
          nodes.remove(leader).close();
          var after = work.done();
          all.until(() -> running.isDone() || work.done() >= after + CALLS);
          start(leader);
        }
      } finally {
        work.stop();
      }
      running.get(1, TimeUnit.MINUTES);
      work.assertExact();
    }
  }

  private static ClientOptions.Builder options(Map<String, Integer> ports) {
    return ClientOptions.builder()
        .endpoints(IDS.stream()
            .map(id -> "http://127.0.0.1:" + ports.get(id) + "/devstoreaccount1")
            .toArray(String[]::new))
        .loops(1);
  }
}
