package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.DirectoryPart;
import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.disk.SpaceOnDisk;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A checkpoint that is read while the store writes later ones. */
final class PinnedCheckpointTest extends StoreInFolder {

  private static final int PARTITIONS = 8;
  private static final int ROWS = 200;

  private final Space space = new Space();

  private TestStore open() throws IOException {
    return TestStore.open(
        options().withSegmentBytes(64 << 10).withRetention(Retention.NONE), space.environment());
  }

  private TestStore filled() throws IOException {
    var store = open();
    store.create();
    overwrite(store, 300);
    store.engine().store().checkpoint();
    return store;
  }

  private static void overwrite(TestStore store, int bytes) {
    for (var partition = 0; partition < PARTITIONS; partition++) {
      store.fill("p" + partition, ROWS, bytes);
    }
  }

  @Test
  void everyPageIsAsItWasHoweverManyCheckpointsFollow() throws IOException {
    try (var store = filled();
        var pin = store.engine().store().files().pinCheckpoint("a test")) {
      var before = hash(pin);
      for (var round = 0; round < 5; round++) {
        overwrite(store, 301 + round);
        store.engine().store().checkpoint();
        assertThat(store.engine().store().checkpointPosition())
            .isEqualTo(store.engine().store().log().durablePosition());
      }

      assertThat(hash(pin)).isEqualTo(before);
      pin.requireHeld();
    }
  }

  @Test
  void thePageFilesDoNotGrowWithWhatIsWrittenMeanwhile() throws IOException {
    try (var store = filled();
        var pin = store.engine().store().files().pinCheckpoint("a test")) {
      for (var round = 0; round < 3; round++) {
        overwrite(store, 300);
        store.engine().store().checkpoint();
      }
      var bytes = bytes(store);
      for (var round = 0; round < 6; round++) {
        overwrite(store, 300);
        store.engine().store().checkpoint();
      }

      assertThat(bytes(store)).isLessThan(bytes * 5 / 4);
      pin.requireHeld();
    }
  }

  @Test
  void thePlacesAreUsedAgainAfterThePin() throws IOException {
    try (var store = filled()) {
      try (var pin = store.engine().store().files().pinCheckpoint("a test")) {
        overwrite(store, 300);
        store.engine().store().checkpoint();
        await(() -> pinnedBytes(store) > 0); // loops move them there
        pin.requireHeld();
      }
      await(() -> pinnedBytes(store) == 0);
    }
  }

  @Test
  void theLogAfterThePinnedCheckpointStaysUntilItIsRead() throws IOException {
    try (var store = filled();
        var pin = store.engine().store().files().pinCheckpoint("a test")) {
      overwrite(store, 301);
      store.engine().store().checkpoint();
      var log = pin.files().folder("log");
      var id = store.engine().store().identity().id();
      var from = pin.manifest().orElseThrow().logPosition();
      LogRangeReader.read(log, id, from, pin.durablePosition(), (at, sequence, payload) -> {});
      assertThat(store.engine().store().feedUse().firstPosition()).isLessThanOrEqualTo(from);

      pin.logIsRead();
      overwrite(store, 302);
      store.engine().store().checkpoint();

      assertThat(store.engine().store().feedUse().firstPosition()).isGreaterThan(from);
    }
  }

  @Test
  void aShardMayBeRebuiltMeanwhile() throws IOException {
    try (var store = filled();
        var pin = store.engine().store().files().pinCheckpoint("a test")) {
      var before = hash(pin);
      overwrite(store, 301);
      space.failingForces = true;
      assertThatThrownBy(store.engine().store()::checkpoint).isInstanceOf(IOException.class);
      space.failingForces = false;
      await(() -> store.engine().store().shardRebuilds() > 0);
      store.engine().store().checkpoint();
      overwrite(store, 302);
      store.engine().store().checkpoint();

      assertThat(hash(pin)).isEqualTo(before);
    }
  }

  @Test
  void theFilesOfOlderCheckpointsAreDeletedAfterThePin() throws IOException {
    try (var store = filled()) {
      try (var pin = store.engine().store().files().pinCheckpoint("a test")) {
        for (var round = 0; round < 4; round++) {
          overwrite(store, 301 + round);
          store.engine().store().checkpoint();
        }
        pin.requireHeld();
      }
      var named = CheckpointManifest.read(FolderOnDisk.in(folder)).orElseThrow().shards().stream()
          .flatMap(shard -> shard.leaves().stream())
          .map(DirectoryPart::file)
          .distinct()
          .count();

      assertThat(folder.resolve("checkpoints").toFile().list()).hasSize((int) named);
    }
  }

  /** Half of the room is kept for the pin. When page files cannot grow, the writes get it. */
  @Test
  void aFullDiskEndsThePinAndNotTheWrites() throws IOException {
    try (var store = filled();
        var pin = store.engine().store().files().pinCheckpoint("a test")) {
      overwrite(store, 300);
      store.engine().store().checkpoint();
      space.full = true;
      for (var round = 0; round < 6; round++) {
        overwrite(store, 300);
      }

      assertThatThrownBy(pin::requireHeld)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("make room");
      assertThat(store.engine().health().writable()).isTrue();
    }
  }

  @Test
  void aClosedStoreEndsThePinAndWaitsForItsReader() throws Exception {
    var store = filled();
    var pin = store.engine().store().files().pinCheckpoint("a test");
    var closing = new Thread(() -> {
      try {
        store.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    closing.start();
    await(() -> isGivenUp(pin));
    assertThatThrownBy(pin::requireHeld).hasMessageContaining("being closed");
    assertThat(closing.isAlive()).isTrue();

    pin.close();

    closing.join(TestStore.PATIENCE.toMillis());
    assertThat(closing.isAlive()).isFalse();
    try (var again = open()) {
      assertThat(again.all()).hasSize(PARTITIONS * ROWS);
    }
  }

  private static boolean isGivenUp(CheckpointPin pin) {
    try {
      pin.requireHeld();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void theFirstCheckpointIsWrittenWhileAStoreWithoutOneIsRead() throws IOException {
    try (var store = open()) {
      store.create();
      overwrite(store, 300);
      try (var pin = store.engine().store().files().pinCheckpoint("a test")) {
        assertThat(pin.manifest()).isEmpty();
        store.engine().store().checkpoint();

        assertThat(store.engine().store().checkpointPosition()).isPositive();
        LogRangeReader.read(
            pin.files().folder("log"),
            store.engine().store().identity().id(),
            0,
            pin.durablePosition(),
            (at, sequence, payload) -> {});
      }
    }
  }

  /** Returns a hash of all entries of the pinned checkpoint, each page of which is verified. */
  private static int hash(CheckpointPin pin) throws IOException {
    var manifest = pin.manifest().orElseThrow();
    var hash = new int[1];
    for (var shard = 0; shard < manifest.shards().size(); shard++) {
      new CheckpointEntries(
              pin.files(),
              pin.path(),
              manifest.storeId(),
              shard,
              manifest.shards().get(shard))
          .read(
              (key, stored) -> {
                hash[0] = 31 * hash[0] + Arrays.hashCode(key);
                hash[0] = 31 * hash[0] + Arrays.hashCode(stored);
              },
              bytes -> {});
    }
    return hash[0];
  }

  private static long bytes(TestStore store) {
    var all = 0L;
    for (var shard = 0; shard < store.engine().store().shards().size(); shard++) {
      all += store.engine().store().pages(shard).diskBytes();
    }
    return all;
  }

  private static long pinnedBytes(TestStore store) {
    return store.engine().store().pinnedBytes();
  }

  private static void await(BooleanSupplier condition) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }

  /**
   * A disk that is full, or whose forces of one shard's page files fail, while the test says so.
   */
  private static final class Space implements DiskSpace {

    private volatile boolean full;
    private volatile boolean failingForces;

    StoreEnvironment environment() {
      var system = StoreEnvironment.SYSTEM;
      return new StoreEnvironment(
          SpaceOnDisk.of(this),
          system.workThreads(),
          system.feedThreads(),
          system.pageThreads(),
          system.startLog(),
          system.pause(),
          system.nanoClock());
    }

    @Override
    public long usableBytes() {
      return full ? 0 : Long.MAX_VALUE;
    }

    @Override
    public void force(Path file) throws IOException {
      if (failingForces && file.toString().contains("pages/1/")) {
        throw new ForceFailed(file, new IOException("simulated: force failed"));
      }
      DiskSpace.super.force(file);
    }
  }
}
