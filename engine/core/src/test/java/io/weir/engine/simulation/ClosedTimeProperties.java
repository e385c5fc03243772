package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The time that a node tells for its copy, in random lives of three nodes whose clocks differ.
 *
 * <p>At every moment, on every node: each acknowledged write whose Timestamp is not later than the
 * time that the node tells is in its copy, or a later write of the same entity is. In the end, when
 * nobody writes, the time of each node passes all writes.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class ClosedTimeProperties {

  private static final Seeds SEEDS = Seeds.of(25, 60, 10_000);
  private static final int ACTS = 40;
  private static final int STEPS = 200;
  private static final TableName TABLE = new TableName("Rain");
  private static final int KEYS = 12;

  @TempDir
  Path folder;

  @Test
  void aCopyHasEveryWriteUpToTheTimeThatItsNodeTells() {
    var looked = new AtomicLong();

    SEEDS.forEach(seed -> {
      var nodes = new SimulatedNodes(seed, id -> options(seed, id));
      looked.addAndGet(live(nodes).looked);
    });

    if (SEEDS.areMany()) {
      assertThat(looked.get()).as("writes looked for").isGreaterThan(SEEDS.count() * 500L);
    }
  }

  private static Writers live(SimulatedNodes nodes) throws IOException {
    var users = new Writers(nodes);
    nodes.openAll();
    nodes.lead(nodes.someId()).account(Users.ACCOUNT).createTable(TABLE).subscribe();
    nodes.settle();
    nodes.ids().forEach(id -> nodes.machine(id).setClockOff(randomOffset(nodes.random)));
    nodes.serve(users::act);
    var troubles = new NodeTroubles(nodes);
    for (var acts = 0; acts < ACTS; acts++) {
      troubles.step(nodes.random.nextInt(STEPS));
      switch (nodes.random.nextInt(6)) {
        case 0 -> troubles.disturb();
        case 1 -> nodes.electOneThatIsUp();
        default -> nodes.advance(Duration.ofSeconds(1)); // a time is due
      }
    }
    troubles.end();
    nodes.letTimePass(Duration.ofSeconds(10));
    nodes.letTimePass(Duration.ofSeconds(10));
    for (var id : nodes.ids()) {
      users.expectWhole(nodes.engine(id));
      assertThat(nodes.engine(id).appliedTicks())
          .as("the time of %s", id)
          .isGreaterThanOrEqualTo(users.latest());
      nodes.close(id);
    }
    return users;
  }

  private static Duration randomOffset(Random random) {
    return Duration.ofSeconds(random.nextInt(60));
  }

  private StoreOptions options(long seed, String id) {
    return StoreOptions.in(folder.resolve(seed + id))
        .withPartitionGroups(4)
        .withSegmentBytes(32 << 10)
        .withCheckpointLogBytes(12_000);
  }

  /** Writes random entities, one write of each at a time, and looks for them on all nodes. */
  private static final class Writers {

    private final SimulatedNodes nodes;
    private final Random random;
    private final List<EntityKey> keys =
        IntStream.range(0, KEYS).mapToObj(i -> new EntityKey("p" + i, "row")).toList();

    /** The Timestamp of the last write that was acknowledged. */
    private final Map<EntityKey, Long> acknowledged = new HashMap<>();

    private int writes;
    long looked;

    Writers(SimulatedNodes nodes) {
      this.nodes = nodes;
      this.random = nodes.random;
    }

    long latest() {
      return acknowledged.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    void act() {
      var leader = nodes.cluster.leader();
      var engine = leader == null ? null : nodes.engineOrNull(leader);
      if (engine != null) {
        write(engine);
      }
      expectWhole(nodes.engineOrNull(nodes.someId()));
    }

    private void write(Engine engine) {
      var key = someKey();
      var other = someKey();
      var account = engine.account(Users.ACCOUNT);
      if (random.nextBoolean() || key.equals(other)) {
        account
            .write(TABLE, upsert(key))
            .subscribe(result -> acknowledged(key, result), Writers::expectRefusal);
      } else {
        account
            .commit(JointCommit.of(
                TableWrite.of(TABLE, upsert(key)), TableWrite.of(TABLE, upsert(other))))
            .subscribe(
                results -> {
                  acknowledged(key, results.get(0));
                  acknowledged(other, results.get(1));
                },
                Writers::expectRefusal);
      }
    }

    private EntityKey someKey() {
      return keys.get(random.nextInt(KEYS));
    }

    private Write upsert(EntityKey key) {
      return new Write.Upsert(
          Entity.builder(key.partitionKey(), key.rowKey()).set("A", writes++).build(),
          WriteMode.REPLACE);
    }

    private void acknowledged(EntityKey key, WriteResult result) {
      acknowledged.merge(key, result.timestampTicks(), Math::max);
    }

    private static void expectRefusal(Throwable failure) {
      assertThat(failure).isInstanceOf(TableServiceException.class);
    }

    void expectWhole(@Nullable Engine engine) {
      var told = engine == null ? 0 : engine.appliedTicks();
      if (engine == null || told == 0) {
        return;
      }
      acknowledged.forEach((key, ticks) -> {
        if (ticks <= told) {
          read(engine, key).ifPresent(found -> {
            looked++;
            assertThat(found).as("%s, told %s", key, told).isGreaterThanOrEqualTo(ticks);
          });
        }
      });
    }

    /**
     * Returns the Timestamp of an entity in a node's copy, 0 if it is absent; empty if the read is
     * refused, or waits for a page.
     */
    private static Optional<Long> read(Engine engine, EntityKey key) {
      var found = new AtomicReference<Optional<Long>>(Optional.empty());
      engine
          .secondary(Users.ACCOUNT)
          .getAll(List.of(new TableKey(TABLE, key)))
          .subscribe(
              entities -> found.set(
                  Optional.of(entities.get(0).map(Entity::timestampTicks).orElse(0L))),
              Writers::expectRefusal);
      return found.get();
    }
  }
}
