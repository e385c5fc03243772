package io.weir.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.FeedSettings;
import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Seeds;
import io.weir.engine.TestStore;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.backup.TableAtPoint;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A table that is read from an archive is what the table was at that moment: beside a model. */
final class ArchivedTableProperties extends ArchivedStore {

  private static final Seeds SEEDS = Seeds.of(1, 8, 200);
  private static final int READINGS = Effort.choose(12, 20, 30);
  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  /** The first one keeps before-images, the second one has a unique index. */
  private static final List<TableName> TABLES =
      List.of(new TableName("Birds"), new TableName("Owls"), new TableName("Nests"));

  /** Bounds of memory: a few changes, some more, all. */
  private static final List<Long> BOUNDS = List.of(2_000L, 60_000L, 1L << 30);

  /** What all tables had after each second: a number and a length for each key. */
  private final TreeMap<Instant, Map<TableName, Map<EntityKey, String>>> past = new TreeMap<>();

  private final Map<TableName, Map<EntityKey, String>> present = new HashMap<>();
  private Random random = new Random(0);
  private int number;

  @Test
  void aTableAtARandomMomentIsWhatItWasThen() {
    SEEDS.forEach(seed -> {
      random = new Random(seed);
      disk = new SimulatedDisk(seed);
      archive(disk.root(), options());
      drop();
      TABLES.forEach(this::create);
      keep();
      base();
      for (var act = 0; act < 120; act++) {
        pass(Duration.ofSeconds(1));
        act();
        keep();
      }
      pass(Duration.ofSeconds(1));
      shipping.round();
      for (var reading = 0; reading < READINGS; reading++) {
        check(seed);
      }
    });
  }

  private void check(long seed) throws IOException {
    var all = restorable();
    var earliest = all.get(all.size() - 1).manifest().points().earliestTime();
    var seconds = (int) Duration.between(earliest, now()).toSeconds();
    var time = earliest.plusSeconds(random.nextInt(seconds)).plus(HALF_A_SECOND);
    var table = TABLES.get(random.nextInt(TABLES.size()));
    var bound = BOUNDS.get(random.nextInt(BOUNDS.size()));
    var expected = past.floorEntry(time).getValue().get(table);
    var what = "seed=%d time=%s table=%s bound=%d".formatted(seed, time, table, bound);
    if (expected == null) {
      assertThatThrownBy(() -> read(time, table, bound))
          .as(what)
          .isInstanceOf(BackupRefused.class)
          .hasMessageContaining("There is no table " + table);
    } else {
      assertThat(read(time, table, bound)).as(what).isEqualTo(expected);
    }
  }

  /** Reads a table twice: while it is verified, and again. */
  private Map<EntityKey, String> read(Instant time, TableName name, long mostBytes)
      throws IOException {
    var table = ArchiveRestore.table(
        new ReadOnlyFolder(disk.root()),
        new RestorePoint.Time(time),
        new TableAtPoint.Wanted(AccountName.DEVELOPMENT, name, mostBytes),
        CopyListener.NOBODY);
    var found = new HashMap<EntityKey, String>();
    var count = 0;
    try (var entities = table.open()) {
      for (var some = entities.nextSome(); some != null; some = entities.nextSome()) {
        for (var entity : some) {
          assertThat(entity.timestamp().orElseThrow().toInstant()).isBeforeOrEqualTo(time);
          found.put(entity.key(), text(entity));
          count++;
        }
      }
    }
    assertThat(table.entities()).isEqualTo(count).isEqualTo(found.size());
    return found;
  }

  private static String text(Entity entity) {
    return entity.getInt32("Number").orElseThrow() + "/"
        + entity.getBinary("Data").orElseThrow().length();
  }

  private void keep() {
    var copy = new HashMap<TableName, Map<EntityKey, String>>();
    present.forEach((table, entities) -> copy.put(table, Map.copyOf(entities)));
    past.put(now(), copy);
  }

  private void act() throws IOException {
    var table = TABLES.get(random.nextInt(TABLES.size()));
    switch (random.nextInt(40)) {
      case 0, 1, 2, 3, 4 -> shipping.round();
      case 5 -> base();
      case 6 -> store.engine().store().checkpoint();
      case 7 -> restart();
      case 8 -> drop(table);
      case 9 -> upsert(table, 1 + random.nextInt(40_000));
      case 10, 11, 12 -> removeRange(table);
      case 13, 14, 15, 16, 17 -> remove(table);
      case 18, 19, 20, 21 -> commitJointly();
      case 22, 23, 24, 25 -> submit(table);
      default -> upsert(table, 1 + random.nextInt(3_000));
    }
  }

  private void restart() throws IOException {
    shipping.round();
    store.restart();
    archive(disk.root(), options());
    shipping.round();
  }

  private void drop() {
    for (var table : TABLES) {
      if (present.remove(table) != null) {
        store.tables().deleteTable(table).block(TestStore.PATIENCE);
      }
    }
  }

  private void drop(TableName table) {
    if (present.remove(table) == null) {
      create(table);
    } else {
      store.tables().deleteTable(table).block(TestStore.PATIENCE);
    }
  }

  private void create(TableName table) {
    present.put(table, new HashMap<>());
    store.tables().createTable(table).block(TestStore.PATIENCE);
    if (table.equals(TABLES.get(0))) {
      store
          .tables()
          .set(table, TableSetting.FEED, new FeedSettings(true))
          .block(TestStore.PATIENCE);
    } else if (table.equals(TABLES.get(1))) {
      store
          .tables()
          .createIndex(table, IndexDefinition.of("ByNumber", "Number").uniquely())
          .block(TestStore.PATIENCE);
    }
  }

  private EntityKey key() {
    return new EntityKey("p" + random.nextInt(6), "r" + random.nextInt(12));
  }

  /** Returns a new entity, and notes it in the model. */
  private Write written(TableName table, EntityKey key, int bytes) {
    var entity = Entity.builder(key.partitionKey(), key.rowKey())
        .set("Number", ++number)
        .set("Data", new byte[bytes])
        .build();
    entities(table).put(key, number + "/" + bytes);
    return new Write.Upsert(entity, WriteMode.REPLACE);
  }

  private Map<EntityKey, String> entities(TableName table) {
    return present.getOrDefault(table, new HashMap<>());
  }

  private void upsert(TableName table, int bytes) {
    if (present.containsKey(table)) {
      store.tables().write(table, written(table, key(), bytes)).block(TestStore.PATIENCE);
    }
  }

  private void remove(TableName table) {
    var keys = List.copyOf(entities(table).keySet());
    if (!keys.isEmpty()) {
      var key = keys.get(random.nextInt(keys.size()));
      entities(table).remove(key);
      store.tables().write(table, new Write.Delete(key, IfMatch.ANY)).block(TestStore.PATIENCE);
    }
  }

  private void removeRange(TableName table) {
    if (!present.containsKey(table)) {
      return;
    }
    var from = random.nextInt(6);
    var to = from + random.nextInt(3);
    var isOfRows = random.nextBoolean();
    var filter = isOfRows
        ? "PartitionKey eq 'p%d' and RowKey ge 'r2' and RowKey lt 'r7'".formatted(from)
        : "PartitionKey ge 'p%d' and PartitionKey lt 'p%d'".formatted(from, to);
    entities(table).keySet().removeIf(key -> {
      var partition = key.partitionKey().charAt(1) - '0';
      return isOfRows
          ? partition == from
              && key.rowKey().compareTo("r2") >= 0
              && key.rowKey().compareTo("r7") < 0
          : partition >= from && partition < to;
    });
    store.tables().deleteRange(table, FilterParser.parse(filter)).block(TestStore.PATIENCE);
  }

  private void submit(TableName table) {
    if (!present.containsKey(table)) {
      return;
    }
    var partition = key().partitionKey();
    var writes = new ArrayList<Write>();
    for (var row = random.nextInt(3); row < 12; row += 1 + random.nextInt(4)) {
      writes.add(written(table, new EntityKey(partition, "r" + row), 200));
    }
    store.tables().submit(table, new Batch(writes)).block(TestStore.PATIENCE);
  }

  private void commitJointly() {
    var writes = new ArrayList<TableWrite>();
    for (var table : TABLES) {
      if (present.containsKey(table)) {
        var removed = entities(table).keySet().stream().findFirst();
        removed.ifPresent(key -> {
          entities(table).remove(key);
          writes.add(TableWrite.of(table, new Write.Delete(key, IfMatch.ANY)));
        });
        var key = new EntityKey("p" + random.nextInt(6), "joint" + random.nextInt(3));
        if (removed.isEmpty() || !removed.get().equals(key)) {
          writes.add(TableWrite.of(table, written(table, key, 400)));
        }
      }
    }
    if (!writes.isEmpty()) {
      store.tables().commit(new JointCommit(writes)).block(TestStore.PATIENCE);
    }
  }
}
