package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Seeds;
import io.weir.engine.store.Durability;
import io.weir.engine.store.recovery.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * A consumer of the change feed in random lives of a store: writes, batches, joint commits,
 * removals of ranges, dropped tables, snapshots, failures of the log, crashes and restarts.
 *
 * <p>Whenever the consumer has caught up, what it made of an empty map is what the store holds. It
 * sees no write that a crash undoes, each acknowledged write, and each batch whole.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class FeedCrashProperties {

  private static final Seeds SEEDS = Seeds.of(6, 15, 5_000);
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
      var story = new OneConsumer(
          FeedLives.open(folder, seed, durability, RETENTIONS), durability == Durability.SYNC);
      story.lives.live(STEPS, story);
      items.addAndGet(story.consumer.items());
      losses.addAndGet(story.consumer.losses());
    });

    if (SEEDS.areMany()) {
      assertThat(items.get()).as("items").isGreaterThan(SEEDS.count() * 100L);
      assertThat(losses.get()).as("places that were no longer kept").isPositive();
    }
  }

  private static final class OneConsumer implements FeedLives.Followed {

    private final FeedLives lives;
    private final boolean sync;
    private final FollowingConsumer consumer = new FollowingConsumer();
    private int number;
    private int drops;
    private int dropping;

    OneConsumer(FeedLives lives, boolean sync) {
      this.lives = lives;
      this.sync = sync;
    }

    @Override
    public void begin() {
      dropping = 0;
      consumer.follow(lives.engine());
    }

    @Override
    public void catchUp() {
      consumer.follow(lives.engine());
      consumer.request(Long.MAX_VALUE);
    }

    @Override
    public void compare() {
      assertThat(consumer.hasBegun()).isTrue();
      for (var name : NAMES) {
        assertThat(consumer.numbers(name))
            .as("table %s", name)
            .isEqualTo(lives.stored(name, entity -> true));
      }
      if (sync) {
        assertThat(consumer.missed()).as("acknowledged and not reported").isEmpty();
      }
    }

    @Override
    public void hangUp() {
      consumer.hangUp();
    }

    @Override
    public void act() {
      var name = NAMES.get(lives.random.nextInt(NAMES.size()));
      switch (lives.random.nextInt(40)) {
        case 0 -> drop(name);
        case 1, 2, 3 -> lives.send(lives.tables().createTable(name));
        case 4, 5 ->
          lives.send(lives.tables().deleteRange(name, FilterParser.parse(lives.range())));
        case 6, 7, 8, 9 ->
          lives.send(lives.tables().write(name, new Write.Delete(lives.key(), IfMatch.ANY)));
        case 10, 11, 12, 13, 14 -> batch(name);
        case 15, 16, 17, 18 -> joint();
        case 19 -> consumer.hangUp();
        case 20, 21, 22 -> consumer.follow(lives.engine());
        case 23, 24, 25, 26, 27 -> consumer.request(1 + lives.random.nextInt(20));
        default -> {
          var write = upsert(lives.key(), 1, 1);
          send(List.of(number), lives.tables().write(name, write));
        }
      }
    }

    private void batch(TableName name) {
      var partition = lives.key().partitionKey();
      var size = 2 + lives.random.nextInt(3);
      var numbers = new ArrayList<Integer>();
      var writes = new ArrayList<Write>();
      for (var row = 0; row < size; row++) {
        writes.add(upsert(new EntityKey(partition, "" + row), size, size));
        numbers.add(number);
      }
      send(numbers, lives.tables().submit(name, new Batch(writes)));
    }

    private void joint() {
      var writes = new ArrayList<TableWrite>();
      var numbers = new ArrayList<Integer>();
      var names = Stream.generate(() -> NAMES.get(lives.random.nextInt(NAMES.size())))
          .limit(3)
          .toList();
      for (var partition = 0; partition < 3; partition++) {
        var name = names.get(partition);
        var ofTable = Collections.frequency(names, name);
        writes.add(TableWrite.of(name, upsert(new EntityKey("p" + partition, "j"), 3, ofTable)));
        numbers.add(number);
      }
      send(numbers, lives.tables().commit(new JointCommit(writes)));
    }

    private Write upsert(EntityKey key, int batchSize, int ofTable) {
      number++;
      return new Write.Upsert(
          Entity.builder(key.partitionKey(), key.rowKey())
              .set("Number", number)
              .set("BatchSize", batchSize)
              .set("BatchSizeOfTable", ofTable)
              .set("Data", new byte[lives.random.nextInt(300)])
              .build(),
          WriteMode.REPLACE);
    }

    /**
     * A write that a shard takes before it has heard of a drop which is in the log already is
     * acknowledged and lost with the table. The feed does not report it.
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
      var sentIn = lives.engine();
      lives
          .tables()
          .deleteTable(name)
          .doFinally(end -> {
            if (sentIn == lives.engine()) {
              dropping--;
            }
          })
          .subscribe(done -> {}, refused -> {});
    }
  }
}
