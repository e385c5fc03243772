package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedSettings;
import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
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
import io.weir.engine.Seeds;
import io.weir.engine.store.Durability;
import io.weir.engine.store.recovery.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * Named consumers, and tables with before-images, in random lives of a store: writes of every kind,
 * batches, joint commits, removals of ranges, dropped tables, snapshots, segments that are given
 * up, failures of the log, crashes and restarts.
 *
 * <p>A process that applies the feed and then stores its position holds what the store holds
 * whenever it has caught up, and so does one with a filter: the entities that satisfy it. An
 * acknowledged position survives, also that of a consumer that was lost and reset. Each change says
 * what the log said last of its key.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class NamedConsumerCrashProperties {

  private static final Seeds SEEDS = Seeds.of(5, 12, 5_000);
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
      var story = new TwoConsumers(
          FeedLives.open(folder, seed, durability, RETENTIONS), durability == Durability.SYNC);
      story.lives.live(STEPS, story);
      tally.merge("items", story.all.items(), Long::sum);
      tally.merge("images", story.all.images(), Long::sum);
      tally.merge("advances", story.all.advances() + story.high.advances(), Long::sum);
      tally.merge("losses", story.all.losses() + story.high.losses(), Long::sum);
      tally.merge("left", story.high.left(), Long::sum);
    });

    if (SEEDS.areMany()) {
      assertThat(tally.get("items")).as("items").isGreaterThan(SEEDS.count() * 50L);
      assertThat(tally.get("images")).as("images").isGreaterThan(SEEDS.count());
      assertThat(tally.get("advances")).as("advances").isGreaterThan(SEEDS.count() * 5L);
      assertThat(tally.get("losses")).as("lost consumers").isPositive();
      assertThat(tally.get("left")).as("entities that left the filter").isPositive();
    }
  }

  private static final class TwoConsumers implements FeedLives.Followed {

    private final FeedLives lives;
    private final NamedFollower all;
    private final NamedFollower high;
    private final List<NamedFollower> followers;

    /** Counts what may change whether a table keeps images. */
    private final Map<TableName, Integer> versions = new HashMap<>();

    /** The version in which a table is known to keep images. Only such a table is written to. */
    private final Map<TableName, Integer> keeping = new HashMap<>();

    private int number;

    TwoConsumers(FeedLives lives, boolean sync) {
      this.lives = lives;
      all = new NamedFollower("all", Filter.ALL, sync);
      high = new NamedFollower("high", FilterParser.parse("Level ge " + HIGH), sync);
      followers = List.of(all, high);
    }

    @Override
    public void begin() {
      lookAtTables();
      followers.forEach(each -> each.follow(lives.engine()));
    }

    @Override
    public void catchUp() {
      followers.forEach(each -> {
        each.follow(lives.engine());
        each.request(Long.MAX_VALUE);
      });
    }

    @Override
    public void compare() {
      for (var name : NAMES) {
        assertThat(all.numbers(name)).as("all of %s", name).isEqualTo(stored(name, 0));
        assertThat(high.numbers(name)).as("high of %s", name).isEqualTo(stored(name, HIGH));
      }
    }

    private Map<EntityKey, Integer> stored(TableName name, int leastLevel) {
      return lives.stored(name, entity -> entity.getInt32("Level").orElseThrow() >= leastLevel);
    }

    @Override
    public void hangUp() {
      followers.forEach(NamedFollower::hangUp);
    }

    /**
     * Finds out after a start which tables keep images: an answer may have been lost with the
     * process.
     */
    private void lookAtTables() {
      for (var name : NAMES) {
        changeVersion(name);
        var table = lives.engine().store().catalog().find(Users.ACCOUNT, name);
        if (table != null && table.setting(TableSetting.FEED).orElseThrow().beforeImages()) {
          keeping.put(name, versions.getOrDefault(name, 0));
        }
      }
    }

    private int changeVersion(TableName name) {
      keeping.remove(name);
      return versions.merge(name, 1, Integer::sum);
    }

    @Override
    public void act() {
      var name = NAMES.get(lives.random.nextInt(NAMES.size()));
      var follower = followers.get(lives.random.nextInt(followers.size()));
      switch (lives.random.nextInt(40)) {
        case 0 -> drop(name);
        case 1, 2, 3 -> ensure(name);
        case 4 -> lives.send(lives.tables().deleteRange(name, FilterParser.parse(lives.range())));
        case 5 -> follower.hangUp();
        case 6, 7, 8 -> follower.follow(lives.engine());
        case 9, 10, 11, 12, 13 -> follower.request(1 + lives.random.nextInt(20));
        default -> {
          if (keeping.containsKey(name)) {
            write(name);
          }
        }
      }
    }

    private void write(TableName name) {
      switch (lives.random.nextInt(10)) {
        case 0, 1 ->
          lives.send(lives.tables().write(name, new Write.Delete(lives.key(), IfMatch.ANY)));
        case 2 -> lives.send(lives.tables().write(name, new Write.Insert(entity(lives.key()))));
        case 3 ->
          lives.send(lives
              .tables()
              .write(name, new Write.Update(entity(lives.key()), WriteMode.MERGE, IfMatch.ANY)));
        case 4, 5 -> batch(name);
        case 6, 7 -> joint();
        default -> lives.send(lives.tables().write(name, upsert(lives.key())));
      }
    }

    private void drop(TableName name) {
      changeVersion(name);
      lives.send(lives.tables().deleteTable(name));
    }

    /**
     * Creates the table if it is missing, and makes it keep images. It is written to when that is
     * acknowledged and nothing came between.
     */
    private void ensure(TableName name) {
      if (keeping.containsKey(name)) {
        return;
      }
      var version = changeVersion(name);
      lives
          .tables()
          .createTable(name)
          .onErrorResume(ConflictException.class, exists -> Mono.empty())
          .then(
              Mono.defer(() -> lives.tables().set(name, TableSetting.FEED, new FeedSettings(true))))
          .doOnSuccess(done -> {
            if (versions.getOrDefault(name, 0) == version) {
              keeping.put(name, version);
            }
          })
          .subscribe(done -> {}, refused -> {});
    }

    private void batch(TableName name) {
      var partition = lives.key().partitionKey();
      var writes = new ArrayList<Write>();
      for (var row = 0; row < 2 + lives.random.nextInt(3); row++) {
        writes.add(upsert(new EntityKey(partition, "" + row)));
      }
      lives.send(lives.tables().submit(name, new Batch(writes)));
    }

    private void joint() {
      var names = List.copyOf(keeping.keySet());
      var writes = new ArrayList<TableWrite>();
      for (var partition = 0; partition < 3; partition++) {
        var name = names.get(lives.random.nextInt(names.size()));
        writes.add(TableWrite.of(name, upsert(new EntityKey("p" + partition, "1"))));
      }
      lives.send(lives.tables().commit(new JointCommit(writes)));
    }

    private Write upsert(EntityKey key) {
      return new Write.Upsert(entity(key), WriteMode.REPLACE);
    }

    private Entity entity(EntityKey key) {
      number++;
      return Entity.builder(key.partitionKey(), key.rowKey())
          .set("Number", number)
          .set("Level", lives.random.nextInt(10))
          .set("Data", new byte[lives.random.nextInt(900)])
          .build();
    }
  }
}
