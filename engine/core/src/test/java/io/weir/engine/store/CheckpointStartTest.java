package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.offline.CollectedFindings;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** A start opens the pages of the last checkpoint and replays the log after it. */
final class CheckpointStartTest extends CheckpointedStore {

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

  private static long diskBytes(TestStore store) {
    var bytes = 0L;
    for (var shard = 0; shard < store.engine().store().shards().size(); shard++) {
      bytes += store.engine().store().pages(shard).diskBytes();
    }
    return bytes;
  }

  private long directoryBytes() throws IOException {
    try (var files = Files.list(folder.resolve("checkpoints"))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private Path copyAsACrashLeavesIt() throws IOException {
    var crashed = temporary.resolve("crashed");
    Folders.copy(folder, crashed);
    Files.deleteIfExists(crashed.resolve("lock"));
    return crashed;
  }

  private static long capacity(TestStore store) {
    var shards = store.engine().store().shards().size();
    var capacity = 0L;
    for (var shard = 0; shard < shards; shard++) {
      capacity += store.engine().store().pages(shard).capacityBytes();
    }
    return capacity;
  }
}
