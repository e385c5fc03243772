package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedSettings;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.checkpoint.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * Named consumers, and tables with before-images, in random lives of a store: writes of every kind, batches, joint commits, removals of ranges,
 * dropped tables, snapshots, segments that are given up, failures of the log, crashes and restarts.
 *
 * <p>A process that applies the feed and then stores its position holds what the store holds whenever it has caught up, and so does one with a
 * filter: the entities that satisfy it. An acknowledged position survives, also that of a consumer that was lost and reset. Each change says what
 * the log said last of its key.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class NamedConsumerCrashProperties {

  private static final Seeds SEEDS = Seeds.of(12, 5_000);
  private static final int LIVES = 4;
  private static final int STEPS = 800;
  private static final int HIGH = 5;
  private static final List<TableName> NAMES =
      List.of(new TableName("Rain"), new TableName("Wind"));

  private static final List<Retention> RETENTIONS =
      List.of(Retention.NONE, new Retention(Duration.ofDays(1), 64 << 10));

  @TempDir
  Path folder;

  @Test
  void aStoredPositionIsOneOfWhatWasApplied() {
    tell(Durability.SYNC);
  }

  @Test
  void aStoredPositionIsOneOfWhatWasAppliedWhenForcesComeAtIntervals() {
    tell(Durability.INTERVAL);
  }

  private void tell(Durability durability) {
    var tally = new HashMap<String, Long>();

    SEEDS.forEach(seed -> {
      var lives = new Lives(seed, durability);
      lives.live();
      tally.merge("items", lives.all.items(), Long::sum);
      tally.merge("images", lives.all.images(), Long::sum);
      tally.merge("advances", lives.all.advances() + lives.high.advances(), Long::sum);
      tally.merge("losses", lives.all.losses() + lives.high.losses(), Long::sum);
      tally.merge("left", lives.high.left(), Long::sum);
    });

    if (!Seeds.isReplay()) {
      assertThat(tally.get("items")).as("items").isGreaterThan(SEEDS.count() * 50L);
      assertThat(tally.get("images")).as("images").isGreaterThan(SEEDS.count() * 10L);
      assertThat(tally.get("advances")).as("advances").isGreaterThan(SEEDS.count() * 5L);
      assertThat(tally.get("losses")).as("lost consumers").isPositive();
      assertThat(tally.get("left")).as("entities that left the filter").isPositive();
    }
  }

  private final class Lives {

    private final Random random;
    private final SimulatedMachine machine;
    private final NamedFollower all;
    private final NamedFollower high;
    private final List<NamedFollower> followers;

    /** Counts what may change whether a table keeps images. */
    private final Map<TableName, Integer> versions = new HashMap<>();

    /** The version in which a table is known to keep images. Only such a table is written to. */
    private final Map<TableName, Integer> keeping = new HashMap<>();

    private Engine engine;
    private int number;

    Lives(long seed, Durability durability) throws IOException {
      random = new Random(seed);
      var sync = durability == Durability.SYNC;
      all = new NamedFollower("all", Filter.ALL, sync);
      high = new NamedFollower("high", FilterParser.parse("Level ge " + HIGH), sync);
      followers = List.of(all, high);
      var options = StoreOptions.in(folder.resolve(durability + "-" + seed))
          .withPartitionGroups(4)
          .withDurability(durability)
          .withSegmentBytes(32 << 10)
          .withRetention(RETENTIONS.get(random.nextInt(RETENTIONS.size())))
          .withCheckpointLogBytes(12_000);
      machine = new SimulatedMachine(seed, options);
      engine = machine.open();
    }

    void live() throws IOException {
      for (var life = 0; life < LIVES; life++) {
        lookAtTables();
        followers.forEach(each -> each.follow(engine));
        machine.serve(this::act);
        for (var steps = random.nextInt(STEPS); steps > 0 && !machine.isDown(); steps--) {
          machine.step();
          if (random.nextInt(100) == 0) {
            disturb();
          }
          if (random.nextInt(50) == 0) {
            machine.setClockOff(Duration.ofSeconds(random.nextInt(2000) - 1000));
          }
        }
        machine.serve(() -> {});
        if (!machine.isDown() && random.nextBoolean()) {
          settled();
        }
        if (random.nextInt(3) > 0) {
          machine.disk.cutPower();
        }
        close();
        machine.disk.heal();
        engine = machine.open();
      }
      settled();
      close();
    }

    private void disturb() {
      switch (random.nextInt(4)) {
        case 0 -> machine.disk.heal();
        case 1 -> machine.disk.cutPowerAtOperation(1 + random.nextInt(400));
        default -> {
          var operations = SimulatedDisk.Operation.values();
          machine.disk.fail(
              operations[random.nextInt(operations.length)], "log/", 1 + random.nextInt(10));
        }
      }
    }

    private void close() throws IOException {
      machine.end(engine);
      followers.forEach(NamedFollower::hangUp);
    }

    /** Finds out after a start which tables keep images: an answer may have been lost with the process. */
    private void lookAtTables() {
      for (var name : NAMES) {
        changeVersion(name);
        var table = engine.store().catalog().find(Users.ACCOUNT, name);
        if (table != null && table.feed().beforeImages()) {
          keeping.put(name, versions.getOrDefault(name, 0));
        }
      }
    }

    private int changeVersion(TableName name) {
      keeping.remove(name);
      return versions.merge(name, 1, Integer::sum);
    }

    /** Lets everything end, and compares. */
    private void settled() {
      machine.disk.heal();
      for (var i = 0; i < 20; i++) {
        followers.forEach(each -> {
          each.follow(engine);
          each.request(Long.MAX_VALUE);
        });
        machine.letTimePass(Duration.ofSeconds(1));
        if (machine.isDown() || !engine.health().writable() && engine.health().lasting()) {
          return;
        }
      }
      for (var name : NAMES) {
        assertThat(all.numbers(name)).as("all of %s", name).isEqualTo(stored(name, 0));
        assertThat(high.numbers(name)).as("high of %s", name).isEqualTo(stored(name, HIGH));
      }
    }

    private Map<EntityKey, Integer> stored(TableName name, int leastLevel) {
      var rows = new TreeMap<EntityKey, Integer>();
      if (engine.store().catalog().find(Users.ACCOUNT, name) != null) {
        tables()
            .query(name, Query.ALL)
            .filter(entity -> entity.getInt32("Level").orElseThrow() >= leastLevel)
            .subscribe(entity -> rows.put(entity.key(), FollowingConsumer.numberOf(entity)));
        machine.settle();
      }
      return rows;
    }

    private TableService tables() {
      return engine.account(Users.ACCOUNT);
    }

    private void act() {
      var name = NAMES.get(random.nextInt(NAMES.size()));
      var follower = followers.get(random.nextInt(followers.size()));
      switch (random.nextInt(40)) {
        case 0 -> drop(name);
        case 1, 2, 3 -> ensure(name);
        case 4 -> ignore(tables().deleteRange(name, FilterParser.parse(range())));
        case 5 -> follower.hangUp();
        case 6, 7, 8 -> follower.follow(engine);
        case 9, 10, 11, 12, 13 -> follower.request(1 + random.nextInt(20));
        default -> {
          if (keeping.containsKey(name)) {
            write(name);
          }
        }
      }
    }

    private void write(TableName name) {
      switch (random.nextInt(10)) {
        case 0, 1 -> ignore(tables().write(name, new Write.Delete(key(), IfMatch.ANY)));
        case 2 -> ignore(tables().write(name, new Write.Insert(entity(key()))));
        case 3 ->
          ignore(
              tables().write(name, new Write.Update(entity(key()), WriteMode.MERGE, IfMatch.ANY)));
        case 4, 5 -> batch(name);
        case 6, 7 -> joint();
        default -> ignore(tables().write(name, upsert(key())));
      }
    }

    private void drop(TableName name) {
      changeVersion(name);
      ignore(tables().deleteTable(name));
    }

    /** Creates the table if it is missing, and makes it keep images. It is written to when that is acknowledged and nothing came between. */
    private void ensure(TableName name) {
      if (keeping.containsKey(name)) {
        return;
      }
      var version = changeVersion(name);
      tables()
          .createTable(name)
          .onErrorResume(ConflictException.class, exists -> Mono.empty())
          .then(Mono.defer(() -> tables().setFeedSettings(name, new FeedSettings(true))))
          .doOnSuccess(done -> {
            if (versions.getOrDefault(name, 0) == version) {
              keeping.put(name, version);
            }
          })
          .subscribe(done -> {}, refused -> {});
    }

    private String range() {
      return switch (random.nextInt(3)) {
        case 0 -> "PartitionKey ge 'p1'";
        case 1 -> "PartitionKey eq '" + key().partitionKey() + "' and RowKey lt '3'";
        default -> "PartitionKey lt 'p2'";
      };
    }

    private EntityKey key() {
      return new EntityKey("p" + random.nextInt(4), "" + random.nextInt(6));
    }

    private void batch(TableName name) {
      var partition = key().partitionKey();
      var writes = new ArrayList<Write>();
      for (var row = 0; row < 2 + random.nextInt(3); row++) {
        writes.add(upsert(new EntityKey(partition, "" + row)));
      }
      ignore(tables().submit(name, new Batch(writes)));
    }

    private void joint() {
      var names = List.copyOf(keeping.keySet());
      var writes = new ArrayList<TableWrite>();
      for (var partition = 0; partition < 3; partition++) {
        var name = names.get(random.nextInt(names.size()));
        writes.add(TableWrite.of(name, upsert(new EntityKey("p" + partition, "1"))));
      }
      ignore(tables().commit(new JointCommit(writes)));
    }

    private Write upsert(EntityKey key) {
      return new Write.Upsert(entity(key), WriteMode.REPLACE);
    }

    private Entity entity(EntityKey key) {
      number++;
      return Entity.builder(key.partitionKey(), key.rowKey())
          .set("Number", number)
          .set("Level", random.nextInt(10))
          .set("Data", new byte[random.nextInt(900)])
          .build();
    }

    private void ignore(Mono<?> outcome) {
      outcome.subscribe(done -> {}, refused -> {});
    }
  }
}
