package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A start after an orderly stop reopens the store without a rebuild. Any disagreement of its files leads to a rebuild. */
final class CleanStartTest extends StoreInFolder {

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
  void theMarkerIsAbsentWhileTheStoreIsOpen() throws IOException {
    try (var store = TestStore.open(options())) {
      store.restart();

      assertThat(marker()).doesNotExist();
    }
    assertThat(marker()).exists();
  }

  @Test
  void aCrashAfterACleanStartLosesNothing() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 500, 100);
      store.restart();
      assertClean(store);
      store.fill("q", 500, 100);
      var before = store.all();
      var crashed = copyAsACrashLeavesIt();

      try (var again = TestStore.open(StoreOptions.in(crashed))) {
        assertThat(again.engine().store().startedClean()).isFalse();
        assertThat(again.all()).isEqualTo(before);
      }
    }
  }

  @Test
  void fencesFromBeforeACrashAreNotUsed() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 500, 100);
      store.restart();
      store.fill("q", 100, 100);
      var crashed = copyAsACrashLeavesIt();

      assertThat(crashed.resolve("fences")).isNotEmptyDirectory();
      try (var again = TestStore.open(StoreOptions.in(crashed))) {
        assertThat(again.engine().store().startedClean()).isFalse();
        assertThat(again.rowKeys()).hasSize(600);
      }
    }
  }

  @Test
  void anyDamageLeadsToARebuildFromSnapshotAndLog() throws IOException {
    var seen = stopped();
    for (var damage : Damage.all()) {
      assertThat(marker()).as("marker before " + damage.name()).exists();
      damage.to(folder);

      try (var store = TestStore.open(options())) {
        assertThat(store.engine().store().startedClean()).as(damage.name()).isFalse();
        assertThat(store.all()).as(damage.name()).isEqualTo(seen);
      }
    }
  }

  @Test
  void aStaleMarkerIsRejected() throws IOException {
    var seen = stopped();
    var old = Files.readAllBytes(marker());
    try (var store = TestStore.open(options())) {
      assertClean(store);
      store.upsert(TestStore.entity("new", "r", 10));
    }
    Files.write(marker(), old);

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedClean()).isFalse();
      assertThat(store.all()).hasSize(seen.size() + 1);
    }
  }

  @Test
  void aLogThatEndsBeforeTheMarkerStopsTheStartAndKeepsTheMarker() throws IOException {
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
    var position = CleanMarker.read(FolderOnDisk.in(folder)).orElseThrow().logPosition();

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
      Folders.copy(folder, temporary.resolve("early"));
      store.fill("q", 400, 100);
      return store.all();
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
    assertThat(store.engine().store().startedClean()).isTrue();
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
    return folder.resolve(CleanMarker.FILE);
  }
}
