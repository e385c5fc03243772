package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.testkit.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A server is killed with SIGKILL while a client has 64 writes of all kinds in flight and
 * checkpoints follow one another. Half of the starts after it are killed as well, at some moment
 * before or after the service is ready. Then all acknowledged writes are present, round after round
 * on one store.
 *
 * <p>The writes of a key have ascending numbers. A key holds a number that is not less than its
 * last acknowledged one, or it is absent and a deletion with such a number was sent. The two tables
 * of a joint commit, and the two entities of a batch, never hold the number of one half.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of rounds; the torture profile runs 200.
 */
final class KilledServerTest {

  private static final TableName TABLE = new TableName("Acknowledged");
  private static final TableName OTHER = new TableName("Others");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int IN_FLIGHT = 64;
  private static final int KEYS = 2_000;
  private static final int MOST_START_MILLIS = 1_500;
  private static final String NUMBER = "Number";

  private static final List<String> JVM = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");
  private static final String[] OPTIONS = {
    "--partition-groups", "4", "--checkpoint-after", "1", "--page-memory", "8"
  };

  /** The number of the last joint commit or batch of an entity, which it shares with another. */
  private static final String SHARED = "Shared";

  private static final String FILLED = "x".repeat(1_500);
  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(2, 4, 200));

  /** The highest acknowledged number of each key. */
  private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();

  /** The highest number of a deletion of each key that was sent. */
  private final Map<Integer, Long> deletions = new ConcurrentHashMap<>();

  private final AtomicLong numbers = new AtomicLong();

  @TempDir
  Path folder;

  @Test
  void everyAcknowledgedWriteSurvivesAKill() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var total = 0L;
    var starts = 0;
    for (var round = 0; round < ROUNDS; round++) {
      for (; random.nextBoolean(); starts++) {
        ChildServer.killed(
            Duration.ofMillis(random.nextInt(MOST_START_MILLIS)), store(), JVM, OPTIONS);
      }
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
        "killed rounds=%d starts=%d acknowledged=%d keys=%d lost=0%n",
        ROUNDS, starts, total, acknowledged.size());
  }

  private Path store() {
    return folder.resolve("store");
  }

  private ChildServer start() throws Exception {
    return ChildServer.start(store(), JVM, OPTIONS);
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
            i -> write(client).doOnNext(key -> {
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

  /** Carries out the next write. Returns its key when it is acknowledged. */
  private Mono<Integer> write(TableService tables) {
    return Mono.defer(() -> {
      var number = numbers.incrementAndGet();
      var key = (int) (number % KEYS);
      return sent(tables, key, number, (int) (number / KEYS + key) % 6)
          .then(Mono.fromCallable(() -> {
            acknowledged.merge(key, number, Math::max);
            return key;
          }));
    });
  }

  private Mono<?> sent(TableService tables, int key, long number, int kind) {
    return switch (kind) {
      case 0 -> tables.write(TABLE, new Write.Upsert(entity(key, number), WriteMode.REPLACE));
      case 1 -> tables.write(TABLE, new Write.Upsert(entity(key, number), WriteMode.MERGE));
      case 2 -> tables.write(TABLE, changed(key, number));
      case 3 ->
        tables.submit(TABLE, Batch.of(shared(keyOf(key), number), shared(twinOf(key), number)));
      case 4 ->
        tables.commit(JointCommit.of(
            new TableWrite.Change(TABLE, shared(keyOf(key), number)),
            new TableWrite.Change(OTHER, shared(keyOf(key), number))));
      default -> {
        deletions.merge(key, number, Math::max);
        yield tables
            .write(TABLE, new Write.Delete(keyOf(key), IfMatch.ANY))
            .onErrorComplete(NotFoundException.class);
      }
    };
  }

  private static Entity entity(int key, long number) {
    return Entity.builder(keyOf(key).partitionKey(), keyOf(key).rowKey())
        .set(NUMBER, number)
        .set("Filled", FILLED)
        .build();
  }

  /** A change in place: it never makes the number less. */
  private static Write changed(int key, long number) {
    return new Write.Change(
        keyOf(key),
        List.of(PropertyOperation.of(NUMBER, Operator.MAX, number)),
        IfMatch.ANY,
        Filter.ALL,
        Optional.of(entity(key, number)),
        Write.Answer.NO_ENTITY,
        Optional.empty());
  }

  private static Write shared(EntityKey key, long number) {
    return new Write.Upsert(
        Entity.builder(key.partitionKey(), key.rowKey())
            .set(NUMBER, number)
            .set(SHARED, number)
            .build(),
        WriteMode.REPLACE);
  }

  private static EntityKey keyOf(int key) {
    return new EntityKey("p" + key % 7, "r" + key);
  }

  private static EntityKey twinOf(int key) {
    return new EntityKey("p" + key % 7, "t" + key);
  }

  private void assertNothingIsLost(ChildServer server, String where) {
    var client = server.client();
    Flux.just(TABLE, OTHER)
        .concatMap(table -> client.createTable(table).onErrorComplete(TableServiceException.class))
        .blockLast(PATIENCE);
    var stored = stored(client, TABLE);
    var others = stored(client, OTHER);
    assertThat(acknowledged).as(where).allSatisfy((key, number) -> {
      var found = stored.get(keyOf(key));
      if (found == null) {
        assertThat(deletions)
            .hasEntrySatisfying(key, sent -> assertThat(sent).isGreaterThanOrEqualTo(number));
      } else {
        assertThat(numberOf(found)).isGreaterThanOrEqualTo(number);
      }
    });
    stored.forEach((key, found) -> found.getInt64(SHARED).ifPresent(number -> {
      if (key.rowKey().startsWith("r")) {
        var twin = new EntityKey(key.partitionKey(), "t" + key.rowKey().substring(1));
        assertThat(Stream.of(
                    Optional.ofNullable(stored.get(twin)), Optional.ofNullable(others.get(key)))
                .flatMap(Optional::stream)
                .map(KilledServerTest::numberOf))
            .as("the other half of %s number=%d %s", key, number, where)
            .contains(number);
      }
    }));
    client.closeLater().block(PATIENCE);
  }

  private static Map<EntityKey, Entity> stored(TableService client, TableName table) {
    return client.query(table, Query.ALL).collectMap(Entity::key).block(PATIENCE);
  }

  private static long numberOf(Entity entity) {
    return entity.getInt64(NUMBER).orElseThrow();
  }
}
