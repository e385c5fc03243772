package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * A consumer of the change feed in random lives of a store: writes, batches, joint commits, removals of ranges, dropped tables, snapshots,
 * failures of the log, crashes and restarts.
 *
 * <p>Whenever the consumer has caught up, what it made of an empty map is what the store holds. It sees no write that a crash undoes, each
 * acknowledged write, and each batch whole.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class FeedCrashProperties {

  private static final Seeds SEEDS = Seeds.of(15, 5_000);
  private static final int LIVES = 4;
  private static final int STEPS = 600;
  static final List<TableName> NAMES = List.of(new TableName("Rain"), new TableName("Wind"));

  private static final List<Retention> RETENTIONS =
      List.of(Retention.NONE, Retention.NONE, new Retention(Duration.ofDays(1), 64 << 10));

  @TempDir
  Path folder;

  @Test
  void aConsumerHoldsWhatTheStoreHolds() {
    tell(Durability.SYNC);
  }

  @Test
  void aConsumerHoldsWhatTheStoreHoldsWhenForcesComeAtIntervals() {
    tell(Durability.INTERVAL);
  }

  private void tell(Durability durability) {
    var items = new AtomicLong();
    var losses = new AtomicLong();

    SEEDS.forEach(seed -> {
      var lives = new Lives(seed, durability);
      lives.live();
      items.addAndGet(lives.consumer.items());
      losses.addAndGet(lives.consumer.losses());
    });

    if (!Seeds.isReplay()) {
      assertThat(items.get()).as("items").isGreaterThan(SEEDS.count() * 100L);
      assertThat(losses.get()).as("places that were no longer kept").isPositive();
    }
  }

  private final class Lives {

    private final Random random;
    private final SimulatedMachine machine;
    private final FollowingConsumer consumer = new FollowingConsumer();
    private final boolean sync;
    private Engine engine;
    private int number;
    private int drops;
    private int dropping;

    Lives(long seed, Durability durability) throws IOException {
      random = new Random(seed);
      sync = durability == Durability.SYNC;
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
        consumer.follow(engine);
        machine.serve(this::act);
        for (var steps = random.nextInt(STEPS); steps > 0 && !machine.isDown(); steps--) {
          machine.step();
          if (random.nextInt(80) == 0) {
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
        dropping = 0;
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
      consumer.hangUp();
    }

    /** Lets everything end, and compares. */
    private void settled() {
      machine.disk.heal();
      for (var i = 0; i < 20; i++) {
        consumer.follow(engine);
        consumer.request(Long.MAX_VALUE);
        machine.letTimePass(Duration.ofSeconds(1));
        if (machine.isDown() || !engine.health().writable() && engine.health().lasting()) {
          return;
        }
      }
      assertThat(consumer.hasBegun()).isTrue();
      for (var name : NAMES) {
        assertThat(consumer.numbers(name)).as("table %s", name).isEqualTo(stored(name));
      }
      if (sync) {
        assertThat(consumer.missed()).as("acknowledged and not reported").isEmpty();
      }
    }

    private Map<EntityKey, Integer> stored(TableName name) {
      var rows = new TreeMap<EntityKey, Integer>();
      if (engine.store().catalog().find(Users.ACCOUNT, name) != null) {
        tables()
            .query(name, Query.ALL)
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
      switch (random.nextInt(40)) {
        case 0 -> drop(name);
        case 1, 2, 3 -> ignore(tables().createTable(name));
        case 4, 5 -> ignore(tables().deleteRange(name, FilterParser.parse(range())));
        case 6, 7, 8, 9 -> ignore(tables().write(name, new Write.Delete(key(), IfMatch.ANY)));
        case 10, 11, 12, 13, 14 -> batch(name);
        case 15, 16, 17, 18 -> joint();
        case 19 -> consumer.hangUp();
        case 20, 21, 22 -> consumer.follow(engine);
        case 23, 24, 25, 26, 27 -> consumer.request(1 + random.nextInt(20));
        default -> {
          var write = upsert(key(), 1, 1);
          send(List.of(number), tables().write(name, write));
        }
      }
    }

    private String range() {
      return switch (random.nextInt(4)) {
        case 0 -> "PartitionKey ge 'p1'";
        case 1 -> "PartitionKey eq '" + key().partitionKey() + "' and RowKey lt '3'";
        case 2 -> "PartitionKey eq '" + key().partitionKey() + "'";
        default -> "PartitionKey lt 'p2'";
      };
    }

    private EntityKey key() {
      return new EntityKey("p" + random.nextInt(4), "" + random.nextInt(6));
    }

    private void batch(TableName name) {
      var partition = key().partitionKey();
      var size = 2 + random.nextInt(3);
      var numbers = new ArrayList<Integer>();
      var writes = new ArrayList<Write>();
      for (var row = 0; row < size; row++) {
        writes.add(upsert(new EntityKey(partition, "" + row), size, size));
        numbers.add(number);
      }
      send(numbers, tables().submit(name, new Batch(writes)));
    }

    private void joint() {
      var writes = new ArrayList<TableWrite>();
      var numbers = new ArrayList<Integer>();
      var names = Stream.generate(() -> NAMES.get(random.nextInt(NAMES.size())))
          .limit(3)
          .toList();
      for (var partition = 0; partition < 3; partition++) {
        var name = names.get(partition);
        var ofTable = Collections.frequency(names, name);
        writes.add(TableWrite.of(name, upsert(new EntityKey("p" + partition, "j"), 3, ofTable)));
        numbers.add(number);
      }
      send(numbers, tables().commit(new JointCommit(writes)));
    }

    private Write upsert(EntityKey key, int batchSize, int ofTable) {
      number++;
      return new Write.Upsert(
          Entity.builder(key.partitionKey(), key.rowKey())
              .set("Number", number)
              .set("BatchSize", batchSize)
              .set("BatchSizeOfTable", ofTable)
              .set("Data", new byte[random.nextInt(300)])
              .build(),
          WriteMode.REPLACE);
    }

    /**
     * A write that a shard takes before it has heard of a drop which is in the log already is acknowledged and lost with the table. The feed
     * does not report it.
     */
    private void send(List<Integer> numbers, Mono<?> write) {
      var before = drops;
      var quiet = dropping == 0;
      write.subscribe(
          done -> {
            if (quiet && dropping == 0 && drops == before) {
              consumer.acknowledged(numbers);
            }
          },
          refused -> {});
    }

    private void drop(TableName name) {
      dropping++;
      drops++;
      var sentIn = engine;
      tables()
          .deleteTable(name)
          .doFinally(end -> {
            if (sentIn == engine) {
              dropping--;
            }
          })
          .subscribe(done -> {}, refused -> {});
    }

    private void ignore(Mono<?> outcome) {
      outcome.subscribe(done -> {}, refused -> {});
    }
  }
}
