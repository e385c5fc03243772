package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.check.CollectedFindings;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.store.checkpoint.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A start opens the pages of the last checkpoint and replays the log after it. Files that cannot be used lead to a rebuild, and no damage to another content. */
final class CheckpointStartTest extends StoreInFolder {

  @Test
  void anEmptyStoreIsReopened() throws IOException {
    try (var store = TestStore.open(options())) {
      store.restart();

      assertClean(store);
      store.create();
      assertThat(store.all()).isEmpty();
    }
  }

  @Test
  void entitiesOfEverySizeSurviveRepeatedRestarts() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      for (var round = 1; round <= 4; round++) {
        store.fill("small" + round, 700, 20);
        store.fill("middle" + round, 120, 3_000);
        store.upsert(TestStore.entity("large", "r" + round, 60_000));
        store.upsert(TestStore.entity("large", "r", 60_000 / round));
        var before = store.all();

        store.restart();

        assertClean(store);
        assertThat(store.all()).isEqualTo(before);
      }
    }
  }

  @Test
  void freedPagesAreReusedAfterAStart() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 3_000, 500);
      var capacity = capacity(store);
      for (var round = 0; round < 5; round++) {
        store.restart();
        assertClean(store);
        store.fill("p", 3_000, 500);
      }

      assertThat(capacity(store)).isLessThanOrEqualTo(2 * capacity);
    }
  }

  @Test
  void aTableDroppedJustBeforeTheStopIsReclaimedAfterTheStart() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 2_000, 500);
      store.drop();
      store.restart();
      assertClean(store);

      store.create();

      assertThat(store.all()).isEmpty();
      store.restart();
      assertThat(store.all()).isEmpty();
    }
  }

  @Test
  void idsAndTimestampsContinueAfterTheirLastValues() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.upsert(TestStore.entity("p", "r", 1));
      var before = store.all().get(0).timestampTicks();
      var ids = store.engine().store().catalog().highestId();

      store.restart(options -> options.withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));

      assertClean(store);
      store.upsert(TestStore.entity("p", "r", 1));
      assertThat(store.all().get(0).timestampTicks()).isGreaterThan(before);
      assertThat(store.engine().store().catalog().highestId()).isEqualTo(ids);
    }
  }

  @Test
  void theManifestStaysWhileTheStoreIsOpen() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.restart();

      assertThat(marker()).exists();
      store.fill("p", 500, 100);
      assertThat(marker()).exists();
    }
    assertThat(marker()).exists();
  }

  @Test
  void aCrashStartReplaysTheLogSinceTheCheckpointAndBuildsNothing() throws IOException {
    try (var store = TestStore.open(options().withSegmentBytes(64 << 10))) {
      store.create();
      for (var round = 0; round < 8; round++) {
        store.fill("p" + round % 3, 400, 300 + round);
        store.upsert(TestStore.entity("large", "r" + round % 2, 30_000 + round));
        store.engine().store().checkpoint();
      }
      store.fill("q", 100, 100);
      var before = store.all();
      var crashed = copyAsACrashLeavesIt();

      try (var again = TestStore.open(StoreOptions.in(crashed).withSegmentBytes(64 << 10))) {
        assertClean(again);
        assertThat(again.all()).isEqualTo(before);
        var work = again.engine().store().startWork();
        assertThat(work.logBytes()).isBetween(1L, 200_000L); // of 1.3 MB
        assertThat(work.pages()).isZero();
        assertThat(work.deletedFiles()).isZero();
      }
    }
  }

  @Test
  void pagesOfTheLastCheckpointSurviveAnyNumberOfOverwritesAfterIt() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 2_000, 300);
      store.engine().store().checkpoint();
      for (var round = 0; round < 6; round++) {
        store.fill("p", 2_000, 301 + round);
        store.upsert(TestStore.entity("large", "r", 30_000 + round));
      }
      var before = store.all();
      var crashed = copyAsACrashLeavesIt();

      assertThat(CollectedFindings.in(crashed).findings).isEmpty();
      try (var again = TestStore.open(StoreOptions.in(crashed))) {
        assertClean(again);
        assertThat(again.all()).isEqualTo(before);
        assertThat(again.engine().store().damagedPages()).isZero();
      }
    }
  }

  @Test
  void placesAreUsedAgainAfterTheNextCheckpoint() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 3_000, 300);
      store.engine().store().checkpoint();
      var bytes = diskBytes(store);
      for (var round = 0; round < 12; round++) {
        store.fill("p", 3_000, 301 + round);
        store.engine().store().checkpoint();
      }

      assertThat(diskBytes(store)).isLessThan(4 * bytes);
    }
  }

  @Test
  void aCheckpointWritesLittleWhenLittleHasChanged() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      for (var i = 0; i < 8; i++) {
        store.fill("p" + i, 3_000, 300);
      }
      store.engine().store().checkpoint();
      var base = directoryBytes();
      store.upsert(TestStore.entity("p", "r", 1));
      store.engine().store().checkpoint();

      assertThat(base).isGreaterThan(20_000);
      assertThat(directoryBytes() - base).isBetween(1L, 1_000L);
    }
  }

  @Test
  void anEarlierVersionOfTheStoreIsUpgraded() throws IOException {
    var seen = stopped();
    var files = FolderOnDisk.in(folder);
    CheckpointManifest.remove(files);
    var identity = new SmallFile(files, "STORE");
    identity.write(identity.read().replace("format=2", "format=1"));
    Files.writeString(folder.resolve("CLEAN"), "left by the earlier version");
    Files.createDirectories(folder.resolve("fences"));
    Files.writeString(folder.resolve("fences").resolve("0"), "left by the earlier version");

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedFromCheckpoint()).isFalse();
      assertThat(store.all()).isEqualTo(seen);
      assertThat(identity.read()).as("the earlier version refuses it").contains("format=2");
    }
    assertThat(folder.resolve("CLEAN")).doesNotExist();
    assertThat(folder.resolve("fences").resolve("0")).doesNotExist();
    try (var store = TestStore.open(options())) {
      assertClean(store);
      assertThat(store.all()).isEqualTo(seen);
    }
  }

  @Test
  void theSnapshotOfAnEarlierVersionIsDeletedWhenACheckpointIsDurable() throws IOException {
    var small = options().withSegmentBytes(64 << 10).withRetention(Retention.NONE);
    List<Entity> seen;
    try (var store = TestStore.open(small)) {
      store.create();
      store.fill("p", 3_000, 300);
      store.snapshot();
      store.fill("q", 100, 100);
      assertThat(store.engine().store().feedUse().firstPosition())
          .as("the log is cut")
          .isPositive();
      seen = store.all();
    }
    var files = FolderOnDisk.in(folder);
    CheckpointManifest.remove(files);
    var identity = new SmallFile(files, "STORE");
    identity.write(identity.read().replace("format=2", "format=1"));

    try (var store = TestStore.open(small)) {
      assertThat(store.engine().store().startedFromCheckpoint()).isFalse();
      assertThat(store.all()).isEqualTo(seen);
      store.engine().store().checkpoint();
      assertThat(folder).isDirectoryNotContaining("glob:**snapshot-*");
      assertThat(folder).isDirectoryNotContaining("glob:**MANIFEST");
      store.restart();
      assertClean(store);
      assertThat(store.all()).isEqualTo(seen);
    }
  }

  @Test
  void aCopyWithOtherTimesIsNotRebuilt() throws IOException {
    var seen = stopped();
    var copied = temporary.resolve("copied");
    Folders.copy(folder, copied);

    try (var store = TestStore.open(StoreOptions.in(copied))) {
      assertClean(store);
      assertThat(store.all()).isEqualTo(seen);
    }
  }

  @Test
  void aCrashAfterAStartFromACheckpointLosesNothing() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 500, 100);
      store.restart();
      assertClean(store);
      store.fill("q", 500, 100);
      var before = store.all();
      var crashed = copyAsACrashLeavesIt();

      try (var again = TestStore.open(StoreOptions.in(crashed))) {
        assertClean(again);
        assertThat(again.all()).isEqualTo(before);
      }
    }
  }

  @Test
  void noDamageLeadsToAnotherContent() throws IOException {
    var seen = stopped();
    var sound = temporary.resolve("sound");
    Folders.copy(folder, sound);
    for (var damage : Damage.all()) {
      Folders.delete(folder);
      Folders.copy(sound, folder);
      damage.to(folder);

      try (var store = TestStore.open(options())) {
        if (damage.rebuilds()) {
          assertThat(store.engine().store().startedFromCheckpoint())
              .as(damage.name())
              .isFalse();
        }
        assertThat(servedBy(store)).as(damage.name()).isEqualTo(seen);
      }
    }
  }

  @Test
  void nothingIsDeletedForARebuildThatADamagedLogWouldStop() throws IOException {
    stopped();
    Files.delete(Damage.directory(folder));
    Damage.flip(folder.resolve("log").resolve("0000000000000000.log"), 20_000);
    var files = names();

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> TestStore.open(options()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining(".log");
      assertThat(names()).isEqualTo(files);
    }
  }

  @Test
  void aStaleManifestLeadsToNoOtherContent() throws IOException {
    stopped();
    var old = Files.readAllBytes(marker());
    List<Entity> seen;
    try (var store = TestStore.open(options())) {
      assertClean(store);
      for (var round = 0; round < 4; round++) {
        store.fill("q", 400, 101 + round);
        store.engine().store().checkpoint();
      }
      store.upsert(TestStore.entity("new", "r", 10));
      seen = store.all();
    }
    Files.write(marker(), old);

    try (var store = TestStore.open(options())) {
      assertThat(servedBy(store)).isEqualTo(seen);
    }
  }

  @Test
  void aLogThatEndsBeforeTheCheckpointStopsTheStartAndKeepsTheManifest() throws IOException {
    stopped();
    restoreLog();

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> TestStore.open(options()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("the log ends before a position that it had reached");
    }
    assertThat(marker()).exists();
  }

  @Test
  void theLogIsNotReplayed() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 3_000, 1_000);
    }
    var position =
        CheckpointManifest.read(FolderOnDisk.in(folder)).orElseThrow().logPosition();

    try (var store = TestStore.open(options())) {
      assertClean(store);
      assertThat(store.engine().store().log().durablePosition()).isEqualTo(position);
      assertThat(store.rowKeys()).hasSize(3_000);
    }
  }

  @Test
  void manyTablesAreReopened() throws IOException {
    try (var store = TestStore.open(options())) {
      for (var i = 0; i < 30; i++) {
        store.tables().createTable(new TableName("Table" + i)).block(TestStore.PATIENCE);
      }

      store.restart();

      assertClean(store);
      assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
          .hasSize(30);
    }
  }

  /** Makes a store with a snapshot and a log after it, stops it in good order, and returns its entities. */
  private List<Entity> stopped() throws IOException {
    try (var store = TestStore.open(options().withPartitionGroups(3))) {
      store.create();
      store.fill("p", 400, 100);
      store.upsert(TestStore.entity("large", "r", 60_000));
      store.engine().store().checkpoint();
      store.engine().store().checkpoint();
      Folders.copy(folder, temporary.resolve("early"));
      store.fill("q", 400, 100);
      return store.all();
    }
  }

  /** Returns all entities, once no shard is being rebuilt any more. */
  private static List<Entity> servedBy(TestStore store) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try {
        return store.all();
      } catch (ServiceBusyException e) {
        assertThat(System.nanoTime()).isLessThan(giveUp);
        assertThat(store.engine().health().lasting()).isFalse();
      }
    }
  }

  private static long diskBytes(TestStore store) {
    var bytes = 0L;
    for (var shard = 0; shard < store.engine().store().shards().size(); shard++) {
      bytes += store.engine().store().pages(shard).diskBytes();
    }
    return bytes;
  }

  /** Returns the files of the store. */
  private List<Path> names() throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private long directoryBytes() throws IOException {
    try (var files = Files.list(folder.resolve("checkpoints"))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private void restoreLog() throws IOException {
    Folders.delete(folder.resolve("log"));
    Folders.copy(temporary.resolve("early").resolve("log"), folder.resolve("log"));
  }

  private Path copyAsACrashLeavesIt() throws IOException {
    var crashed = temporary.resolve("crashed");
    Folders.copy(folder, crashed);
    Files.deleteIfExists(crashed.resolve("lock"));
    return crashed;
  }

  private static void assertClean(TestStore store) {
    assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
    TestStore.verifyTrees(store.engine());
  }

  private static long capacity(TestStore store) {
    var shards = store.engine().store().shards().size();
    var capacity = 0L;
    for (var shard = 0; shard < shards; shard++) {
      capacity += store.engine().store().pages(shard).capacityBytes();
    }
    return capacity;
  }

  private Path marker() {
    return folder.resolve(CheckpointManifest.FILE);
  }
}
