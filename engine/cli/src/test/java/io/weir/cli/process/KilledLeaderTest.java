package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/**
 * Three processes serve one store; each time, the one that serves is killed while a program writes.
 */
@Tag(Effort.THOROUGHLY)
final class KilledLeaderTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration OUTAGE = Duration.ofSeconds(60);
  private static final int WRITES = 100;
  private static final int MANY = 2_000;
  private static final int WIDTH = 8;

  @TempDir
  Path folder;

  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, ChildServer> servers = new TreeMap<>();
  private final Map<String, WeirClient> clients = new TreeMap<>();
  private final List<Integer> acknowledged = new ArrayList<>();
  private String peers;
  private String leader = "a";

  @BeforeEach
  void startThree() throws IOException, InterruptedException {
    for (var id : List.of("a", "b", "c")) {
      ports.put(id, FreePorts.next());
    }
    peers = Stream.of("a", "b", "c")
        .map(id -> id + "=127.0.0.1:" + FreePorts.next())
        .collect(Collectors.joining(","));
    for (var id : ports.keySet()) {
      start(id);
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (var client : clients.values()) {
      client.closeLater().block(PATIENCE);
    }
    for (var server : servers.values()) {
      server.close();
    }
  }

  private void start(String id) throws IOException {
    var server = ChildServer.startAt(
        ports.get(id),
        folder.resolve(id),
        List.of("-Xmx256m"),
        "--cluster",
        "birds",
        "--node",
        id,
        "--peers",
        peers,
        "--partition-groups",
        "4",
        "--queue-port",
        "off");
    servers.put(id, server);
    clients.put(
        id, WeirClient.builder().endpoint(server.endpoint()).loops(1).retries(0).connect());
  }

  @Test
  void noAcknowledgedWriteIsLostWhenTheLeaderIsKilled() throws IOException, InterruptedException {
    untilServed(() -> clients
        .get(leader)
        .createTable(TABLE)
        .onErrorComplete(ConflictException.class)
        .block(PATIENCE));
    for (var round = 0; round < Effort.choose(2, 3, 100); round++) {
      write(WRITES);
      var killed = leader;
      servers.get(killed).kill();
      var killedNanos = System.nanoTime();
      clients.get(killed).closeLater().block(PATIENCE);
      leader =
          ports.keySet().stream().filter(id -> !id.equals(killed)).findFirst().orElseThrow();
      write(1);
      var outage = Duration.ofNanos(System.nanoTime() - killedNanos);
      System.out.println("writes again after kill -9 millis=" + outage.toMillis());
      write(WRITES);
      assertThat(leader).isNotEqualTo(killed);
      assertNothingIsLost();
      start(killed);
    }
    assertNothingIsLost();
  }

  /** An insert whose answer is lost is looked up at the next leader. */
  @Test
  void aClientOfAllNodesLosesNoInsertAndRepeatsNone() throws Exception {
    var endpoints = servers.values().stream().map(ChildServer::endpoint).toArray(String[]::new);
    var inserted = new AtomicInteger();
    try (var client = WeirClient.builder().endpoints(endpoints).loops(1).connect()) {
      client.createTable(TABLE).block(OUTAGE);
      var inserts = Flux.range(0, MANY)
          .flatMap(number -> client.write(TABLE, new Write.Insert(bird(number))), WIDTH)
          .doOnNext(done -> inserted.incrementAndGet())
          .then()
          .toFuture();
      untilServed(() -> clients.get(leader).table(TABLE).block(PATIENCE));
      while (inserted.get() < MANY / 4 && !inserts.isDone()) {
        Thread.onSpinWait();
      }
      servers.get(leader).kill();

      inserts.get(OUTAGE.toSeconds(), TimeUnit.SECONDS);

      assertThat(inserted).hasValue(MANY);
      assertThat(
              client.query(TABLE, Query.ALL).map(Entity::rowKey).collectList().block(OUTAGE))
          .hasSize(MANY)
          .doesNotHaveDuplicates();
    }
  }

  private static Entity bird(int number) {
    return Entity.builder("p" + number % 7, "r" + number).set("Number", number).build();
  }

  private void write(int count) throws InterruptedException {
    for (var i = 0; i < count; i++) {
      var number = acknowledged.size();
      var entity = bird(number);
      untilServed(() -> clients
          .get(leader)
          .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
          .block(PATIENCE));
      acknowledged.add(number);
    }
  }

  private void assertNothingIsLost() throws InterruptedException {
    untilServed(() -> {
      var stored = clients
          .get(leader)
          .query(TABLE, Query.ALL)
          .map(entity -> entity.getInt32("Number").orElseThrow())
          .collectList()
          .block(PATIENCE);
      assertThat(stored).containsAll(acknowledged);
    });
  }

  /** Repeats a request, at the nodes in turn, until one serves it. A follower refuses it. */
  private void untilServed(Runnable request) throws InterruptedException {
    var deadline = System.nanoTime() + OUTAGE.toNanos();
    while (true) {
      try {
        request.run();
        return;
      } catch (RuntimeException refused) {
        if (System.nanoTime() - deadline > 0) {
          throw refused;
        }
        var ids = List.copyOf(ports.keySet());
        leader = ids.get((ids.indexOf(leader) + 1) % ids.size());
        Thread.sleep(20);
      }
    }
  }
}
