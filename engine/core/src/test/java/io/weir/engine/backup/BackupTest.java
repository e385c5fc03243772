package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.offline.CheckListener;
import io.weir.engine.offline.Finding;
import io.weir.engine.offline.StoreCheck;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.StoreUnusable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a serving store, and the stores that are restored from them. */
final class BackupTest {

  @TempDir
  Path temporary;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(options("store"));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aBackupContainsAllEarlierAcknowledgedWritesAndTheStoreKeepsServing() throws IOException {
    store.fill("a", 300, 400);
    store.engine().store().checkpoint();
    store.fill("b", 200, 400);
    var before = store.all();

    var backup = backup("one");
    store.upsert(TestStore.entity("c", "later", 1));

    assertThat(restored("one", new RestorePoint.End())).isEqualTo(before).hasSize(500);
    assertThat(store.all()).hasSize(501);
    assertThat(backup.points().end()).isLessThan(position());
  }

  @Test
  void checkpointsAreWrittenWhileABackupReads() throws IOException {
    store.fill("a", 300, 400);
    store.engine().store().checkpoint();
    var before = store.all();
    var positions = new ArrayList<Long>();
    var writing = new CopyListener() {
      @Override
      public void begin(String task, long bytes) {}

      @Override
      public void advance(long bytes) {
        if (positions.size() == 6) {
          return;
        }
        store.fill("a", 300, 401 + positions.size());
        try {
          store.engine().store().checkpoint();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        positions.add(store.engine().store().checkpointPosition());
      }
    };
    store.engine().backup(path("one"), writing).block(TestStore.PATIENCE);

    assertThat(restored("one", new RestorePoint.End())).isEqualTo(before);
    assertThat(positions).hasSize(6).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aBackupOfAStoreWithoutASnapshotIsTheWholeLog() throws IOException {
    store.fill("a", 300, 400);

    var backup = backup("one");

    assertThat(backup.points().from()).isZero();
    assertThat(restored("one", new RestorePoint.End())).isEqualTo(store.all());
  }

  @Test
  void aBackupContainsEarlierAcknowledgedWritesWithIntervalDurability() throws IOException {
    store.close();
    store = TestStore.open(options("interval").withDurability(Durability.INTERVAL));
    store.create();
    for (var i = 0; i < 5; i++) {
      store.upsert(TestStore.entity("p", "r" + i, 10));

      backup("backup" + i);

      assertThat(restored("backup" + i, new RestorePoint.End())).hasSize(i + 1);
    }
  }

  @Test
  void everyPointAfterTheSnapshotCanBeRestored() throws IOException {
    store.fill("a", 100, 400);
    store.engine().store().checkpoint();
    var states = new ArrayList<List<Entity>>();
    var positions = new ArrayList<Long>();
    for (var i = 0; i < 5; i++) {
      store.fill("batch-" + i, 7, 3000);
      states.add(store.all());
      positions.add(position());
    }

    var points = backup("one").points();

    for (var i = 0; i < 5; i++) {
      assertThat(restored("one", new RestorePoint.Position(positions.get(i))))
          .isEqualTo(states.get(i));
    }
    assertThat(points.earliest()).isLessThan(positions.get(0));
    assertThat(points.end()).isEqualTo(positions.get(4));
  }

  @Test
  void aBatchIsRestoredAsAWholeOrNotAtAll() throws IOException {
    store.engine().store().checkpoint();
    store.fill("whole", 5, 1000);
    var whole = position();
    store.fill("cut", 5, 1000);
    backup("one");

    var found = restored("one", new RestorePoint.Position(whole + 2500));

    assertThat(found).hasSize(5).allMatch(entity -> entity.partitionKey().equals("whole"));
  }

  @Test
  void aStoreCanBeRestoredToATime() throws IOException {
    var noon = Instant.parse("2026-01-02T12:00:00Z");
    startAnew(noon);
    store.engine().store().checkpoint();
    store.upsert(TestStore.entity("p", "noon", 1));
    at(noon.plusSeconds(60));
    store.upsert(TestStore.entity("p", "one", 1));
    at(noon.plusSeconds(120));
    store.upsert(TestStore.entity("p", "two", 1));
    backup("one");

    assertThat(rows("one", noon.plusSeconds(1))).containsExactly("noon");
    assertThat(rows("one", noon.plusSeconds(119))).containsExactly("noon", "one");
    assertThat(rows("one", noon.plusSeconds(180))).containsExactly("noon", "one", "two");
  }

  @Test
  void aPointBeforeTheEndOfTheSnapshotIsRefusedAndTheEarliestNamed() throws IOException {
    store.fill("a", 100, 400);
    store.engine().store().checkpoint();
    store.fill("b", 1, 1);
    var points = backup("one").points();

    assertThatThrownBy(() -> restored("one", new RestorePoint.Position(points.earliest() - 1)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("from position " + points.earliest());
    assertThatThrownBy(() -> restored("one", new RestorePoint.Position(points.end() + 1)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("to " + points.end());
    assertThatThrownBy(() -> restored("one", new RestorePoint.Time(Instant.EPOCH)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining(points.earliestTime().toString());
    assertThat(rows("one", points.earliestTime())).hasSize(100);
  }

  @Test
  void aRestoredStoreHasANewIdentityAndCanBeBackedUp() throws IOException {
    store.fill("a", 100, 400);
    store.engine().store().checkpoint();
    store.fill("b", 100, 400);
    backup("one");
    Restore.run(
        path("one"), temporary.resolve("copy"), new RestorePoint.End(), CopyListener.NOBODY);

    try (var copy = TestStore.open(options("copy"))) {
      copy.upsert(TestStore.entity("c", "own", 1));
      copy.engine().backup(path("two"), CopyListener.NOBODY).block(TestStore.PATIENCE);

      assertThat(copy.engine().store().identity().id())
          .isNotEqualTo(store.engine().store().identity().id());
    }
    assertThat(restored("two", new RestorePoint.End())).hasSize(201);
  }

  @Test
  void droppedTablesAreAbsentAfterARestoreAndTheirIdsAreNotReused() throws IOException {
    store.fill("a", 100, 400);
    store.engine().store().checkpoint();
    store.drop();
    backup("one");
    Restore.run(
        path("one"), temporary.resolve("copy"), new RestorePoint.End(), CopyListener.NOBODY);

    try (var copy = TestStore.open(options("copy"))) {
      copy.create();

      assertThat(copy.all()).isEmpty();
    }
  }

  @Test
  void aDamagedBackupIsRefusedAndTheCheckNamesTheFile() throws IOException {
    store.fill("a", 300, 400);
    store.engine().store().checkpoint();
    store.fill("b", 300, 400);
    backup("sound");
    try (var files = Files.walk(path("sound"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= 4;
        var sound = Files.readAllBytes(file);
        Files.write(file, bytes);

        assertThatThrownBy(() -> restored("sound", new RestorePoint.End()))
            .isInstanceOf(BackupRefused.class)
            .hasMessageContaining(file.getFileName().toString());
        assertThat(check("sound"))
            .isNotEmpty()
            .allSatisfy(found -> assertThat(found.file()).isEqualTo(file.toString()));

        Files.write(file, sound);
      }
    }
    assertThat(check("sound")).isEmpty();
  }

  @Test
  void aDamagedStoreCannotBeBackedUp() throws IOException {
    store.fill("a", 300, 400);
    store.engine().store().checkpoint();
    var page = StoppedPage.of(temporary.resolve("store")).get(0);
    page.flip(page.page().lengthBytes() - 1, 0);

    assertThatThrownBy(() -> backup("one")).hasMessageContaining(page.file().toString());

    assertThat(path("one").getParent()).isEmptyDirectory();
  }

  @Test
  void entitiesOfAllLengthsAreRestored() throws IOException {
    store.fill("small", 600, 100);
    for (var row = 0; row < 3; row++) {
      var entity = Entity.builder("large", "r" + row);
      for (var property = 0; property < 5; property++) {
        entity.set("Data" + property, new byte[11_000]);
      }
      store.upsert(entity.build());
      store.upsert(TestStore.entity("large", "s" + row, 10));
    }
    store.fill("tail", 600, 100);
    var before = store.all();
    store.engine().store().checkpoint();

    backup("one");

    assertThat(restored("one", new RestorePoint.End())).isEqualTo(before);
  }

  @Test
  void aBackupNameInUseAndANonEmptyTargetFolderAreRefused() throws IOException {
    backup("one");

    assertThatThrownBy(() -> backup("one")).hasCauseInstanceOf(BackupRefused.class);
    assertThatThrownBy(() -> Restore.run(
            path("one"), temporary.resolve("store"), new RestorePoint.End(), CopyListener.NOBODY))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("not empty");
    assertThatThrownBy(() -> Restore.run(
            temporary, temporary.resolve("new"), new RestorePoint.End(), CopyListener.NOBODY))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("no backup");
  }

  @Test
  void aBackupIsNotOpenedAsAStore() throws IOException {
    backup("one");

    assertThatThrownBy(() -> TestStore.open(StoreOptions.in(path("one"))))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("weir restore");
  }

  @Test
  void theFilesOfAnUnfinishedBackupAreReplaced() throws IOException {
    var leftOver = Files.createDirectories(path("one.unfinished").resolve("log"));
    Files.writeString(leftOver.resolve("0000000000000000.log"), "half");
    store.fill("a", 10, 10);

    backup("one");

    assertThat(restored("one", new RestorePoint.End())).hasSize(10);
    assertThat(path("one.unfinished")).doesNotExist();
  }

  /**
   * Returns the position after the last acknowledged write. The log's own position may still be
   * behind it.
   */
  private long position() {
    return store.engine().store().shards().stream()
        .mapToLong(Shard::publishedPosition)
        .max()
        .orElseThrow();
  }

  private BackupManifest backup(String name) {
    return store.engine().backup(path(name), CopyListener.NOBODY).block(TestStore.PATIENCE);
  }

  private Path path(String name) {
    return temporary.resolve("backups").resolve(name);
  }

  private List<Entity> restored(String name, RestorePoint point) throws IOException {
    var folder = Files.createTempDirectory(temporary, "restored");
    Restore.run(path(name), folder, point, CopyListener.NOBODY);
    try (var copy = TestStore.open(options(folder.getFileName().toString()))) {
      return copy.all();
    }
  }

  private List<String> rows(String name, Instant time) throws IOException {
    return restored(name, new RestorePoint.Time(time)).stream()
        .map(Entity::rowKey)
        .toList();
  }

  private List<Finding> check(String name) throws IOException {
    var findings = new ArrayList<Finding>();
    var report = StoreCheck.run(path(name), temporary, new CheckListener() {
      @Override
      public void begin(String file, long bytes) {}

      @Override
      public void read(long bytes) {}

      @Override
      public void damaged(Finding finding) {
        findings.add(finding);
      }

      @Override
      public void remark(String what) {}
    });
    assertThat(report.isSound()).isEqualTo(findings.isEmpty());
    return findings;
  }

  private void startAnew(Instant time) throws IOException {
    store.close();
    at(time);
    store = TestStore.open(options("clocked").withClock(new SetClock(now)));
    store.create();
  }

  private void at(Instant time) {
    now.set(time);
  }

  /** A clock that the test sets. */
  private static final class SetClock extends Clock {

    private final AtomicReference<Instant> now;

    SetClock(AtomicReference<Instant> now) {
      this.now = now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }

  private StoreOptions options(String name) {
    return StoreOptions.in(temporary.resolve(name))
        .withPartitionGroups(2)
        .withSegmentBytes(64 << 10);
  }
}
