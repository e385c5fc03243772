package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.testkit.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A server is killed with SIGKILL while a client has 64 upserts in flight. After the restart all
 * acknowledged entities are present, round after round on one store.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of rounds; the torture profile runs 200.
 */
final class KilledServerTest {

  private static final TableName TABLE = new TableName("Acknowledged");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int IN_FLIGHT = 64;
  private static final int KEYS = 500;
  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(2, 4, 200));

  /** The highest acknowledged number of each key. */
  private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();

  private final AtomicLong numbers = new AtomicLong();

  @TempDir
  Path folder;

  @Test
  void everyAcknowledgedWriteSurvivesAKill() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var total = 0L;
    for (var round = 0; round < ROUNDS; round++) {
      var writes = 100 + random.nextInt(2_000);
      try (var server = start()) {
        assertNothingIsLost(server, "round=" + round + " seed=" + seed);
        total += crowdUntil(server, writes);
      }
    }
    try (var server = start()) {
      assertNothingIsLost(server, "after the last round, seed=" + seed);
    }
    System.out.printf(
        "killed rounds=%d acknowledged=%d keys=%d lost=0%n", ROUNDS, total, acknowledged.size());
  }

  private ChildServer start() throws Exception {
    return ChildServer.start(
        folder.resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4");
  }

  /**
   * Writes until {@code writes} writes are acknowledged, then kills the server among the others.
   * Returns the number of acknowledged writes.
   */
  private long crowdUntil(ChildServer server, int enough) throws InterruptedException {
    var reached = new CountDownLatch(enough);
    var done = new AtomicLong();
    var client = server.client();
    var load = Flux.range(0, Integer.MAX_VALUE)
        .flatMap(
            i -> upsert(client).doOnNext(key -> {
              done.incrementAndGet();
              reached.countDown();
            }),
            IN_FLIGHT)
        .subscribe(key -> {}, broken -> reached.countDown());
    assertThat(reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    server.kill();
    load.dispose();
    client.closeLater().block(PATIENCE);
    return done.get();
  }

  private Mono<Integer> upsert(TableService tables) {
    return Mono.defer(() -> {
      var number = numbers.incrementAndGet();
      var key = (int) (number % KEYS);
      var entity =
          Entity.builder("p" + key % 7, "r" + key).set("Number", number).build();
      return tables
          .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
          .map(result -> acknowledged.merge(key, number, Math::max))
          .thenReturn(key);
    });
  }

  private void assertNothingIsLost(ChildServer server, String where) {
    var client = server.client();
    client.createTable(TABLE).onErrorComplete(TableServiceException.class).block(PATIENCE);
    var stored = client
        .query(TABLE, Query.ALL)
        .collectMap(
            entity -> Integer.parseInt(entity.rowKey().substring(1)),
            entity -> entity.getInt64("Number").orElseThrow())
        .block(PATIENCE);
    assertThat(acknowledged)
        .as(where)
        .allSatisfy((key, number) -> assertThat(stored)
            .hasEntrySatisfying(key, found -> assertThat(found).isGreaterThanOrEqualTo(number)));
    client.closeLater().block(PATIENCE);
  }
}
