package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.indexing.Claims;
import io.weir.engine.indexing.IndexEntries;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * Unique indexes on a disk that loses what was not forced, at random moments of writes, backfills
 * and sweeps.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class UniqueIndexCrashTest {

  private static final Seeds SEEDS = Seeds.of(8, 25, 500);
  private static final int LIVES = 5;
  private static final TableName TABLE = new TableName("Rain");
  private static final IndexDefinition BY_RING =
      IndexDefinition.of("byRing", "Ring").uniquely();

  @TempDir
  Path folder;

  private SimulatedMachine machine;
  private Engine engine;

  /**
   * The rings of acknowledged inserts that nothing else can have changed: each has a key and a ring
   * of its own.
   */
  private final Map<EntityKey, Integer> acknowledged = new HashMap<>();

  @Test
  void afterEveryCrashValuesAreUniqueAndNoDeadEntityBlocksOne() {
    var inserts = new AtomicInteger();

    SEEDS.forEach(seed -> {
      live(seed);
      inserts.addAndGet(acknowledged.size());
    });

    if (SEEDS.areMany()) {
      assertThat(inserts.get()).as("acknowledged inserts").isGreaterThan(SEEDS.count());
    }
  }

  private void live(long seed) throws IOException {
    var random = new Random(seed);
    machine = new SimulatedMachine(seed, options(seed));
    acknowledged.clear();
    engine = machine.open();
    ignore(tables().createTable(TABLE));
    machine.settle();
    for (var life = 0; life < LIVES; life++) {
      serve(random, life);
      crash();
      settled("seed=" + seed + " life=" + life);
      nothingIsBlocked("seed=" + seed + " life=" + life);
    }
    engine.close();
  }

  private StoreOptions options(long seed) {
    return StoreOptions.in(folder.resolve("store" + seed))
        .withPartitionGroups(3)
        .withSegmentBytes(64 << 10)
        .withShard(ShardOptions.DEFAULT.withMailbox(64, 16L << 20))
        .withCheckpointLogBytes(1 << 30);
  }

  private void serve(Random random, int life) {
    for (var i = random.nextInt(300); i > 0; i--) {
      act(random, life * 1_000 + i);
      for (var steps = random.nextInt(6); steps > 0; steps--) {
        machine.step();
      }
    }
  }

  private void act(Random random, int number) {
    switch (random.nextInt(30)) {
      case 0, 1 -> ignore(tables().createIndex(TABLE, BY_RING));
      case 2 -> {
        if (random.nextInt(4) == 0) {
          ignore(tables().dropIndex(TABLE, BY_RING.name()));
        }
      }
      case 3 ->
        ignore(tables()
            .deleteRange(
                TABLE, FilterParser.parse("PartitionKey eq 'p" + random.nextInt(5) + "'")));
      case 4, 5, 6 ->
        ignore(tables().write(TABLE, new Write.Delete(entity(random).key(), IfMatch.ANY)));
      case 7, 8, 9, 10 ->
        ignore(tables()
            .commit(new JointCommit(List.of(
                TableWrite.of(TABLE, new Write.Upsert(entity(random, "p1"), WriteMode.REPLACE)),
                TableWrite.of(TABLE, new Write.Upsert(entity(random, "p2"), WriteMode.REPLACE)),
                TableWrite.of(TABLE, new Write.Delete(entity(random, "p3").key(), IfMatch.ANY))))));
      case 11, 12, 13 -> {
        var own = Entity.builder("own" + number % 3, "r" + number).set("Ring", number + 100);
        var entity = own.build();
        tables()
            .write(TABLE, new Write.Insert(entity))
            .subscribe(done -> acknowledged.put(entity.key(), number + 100), refused -> {});
      }
      default ->
        ignore(tables()
            .write(
                TABLE,
                new Write.Upsert(
                    entity(random), random.nextBoolean() ? WriteMode.MERGE : WriteMode.REPLACE)));
    }
  }

  private static Entity entity(Random random) {
    return entity(random, "p" + random.nextInt(5));
  }

  private static Entity entity(Random random, String partition) {
    return Entity.builder(partition, "r" + random.nextInt(6))
        .set("Ring", random.nextInt(20))
        .build();
  }

  private static void ignore(Mono<?> outcome) {
    outcome.subscribe(done -> {}, refused -> {});
  }

  private void crash() throws IOException {
    machine.crash(engine);
    machine.disk.heal();
    engine = machine.open();
  }

  /** Lets the work on indexes end, and compares. */
  private void settled(String where) {
    machine.settle();
    machine.letTimePass(Duration.ofSeconds(3));
    assertThat(tables().indexes(TABLE).block())
        .as(where)
        .noneMatch(status -> status.state() == IndexState.BACKFILLING);
    assertThat(catchThrowable(this::assertExact)).as(where).isNull();
    acknowledged.forEach((key, ring) -> {
      var stored = tables().get(TABLE, key, Selection.ALL).blockOptional();
      assertThat(stored.map(entity -> entity.getInt32("Ring").orElse(-1)).orElse(-1))
          .as("%s ring of %s", where, key)
          .isEqualTo(ring);
    });
  }

  private void assertExact() {
    Claims.assertExact(engine.store(), Users.ACCOUNT, TABLE);
    IndexEntries.assertExact(engine.store(), Users.ACCOUNT, TABLE);
  }

  /** Deletes every shared entity; then each of their rings can be given again. */
  private void nothingIsBlocked(String where) {
    for (var partition = 0; partition < 5; partition++) {
      for (var row = 0; row < 6; row++) {
        ignore(tables()
            .write(
                TABLE, new Write.Delete(new EntityKey("p" + partition, "r" + row), IfMatch.ANY)));
      }
      machine.settle();
    }
    for (var ring = 0; ring < 20; ring++) {
      var failure = new Throwable[1];
      tables()
          .write(
              TABLE,
              new Write.Insert(Entity.builder("p" + ring % 5, "r" + ring % 6)
                  .set("Ring", ring)
                  .build()))
          .subscribe(done -> {}, refused -> failure[0] = refused);
      machine.settle();
      assertThat(failure[0]).as("%s ring=%d", where, ring).isNull();
    }
  }

  private TableService tables() {
    return engine.account(Users.ACCOUNT);
  }
}
