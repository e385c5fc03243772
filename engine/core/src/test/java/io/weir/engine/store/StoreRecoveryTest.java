package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The recovery of a store when it is opened, and the folders that it refuses to open. */
final class StoreRecoveryTest extends StoreInFolder {

  @Test
  void entitiesAndTablesAreRecoveredFromTheLogAlone() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 250, 100);
      var before = store.all();

      store.rebuild();

      assertThat(store.all()).isEqualTo(before).hasSize(250);
    }
  }

  @Test
  void aSnapshotReplacesTheLogBeforeIt() throws IOException {
    try (var store = TestStore.open(options().withRetention(Retention.NONE))) {
      store.create();
      store.fill("p", 2000, 10_000);
      var before = store.all();
      store.snapshot();
      store.upsert(TestStore.entity("p", "zz", 1));

      store.rebuild();

      assertThat(store.all()).hasSize(2001).startsWith(before.get(0)).contains(before.get(1999));
      assertThat(segmentsInLog()).as("segments of 16 MiB after 20 MB of writes").isEqualTo(1);
    }
  }

  @Test
  void aCheckpointIsWrittenAutomaticallyWhenTheLogHasGrown()
      throws IOException, InterruptedException {
    try (var store = TestStore.open(options().withCheckpointLogBytes(100_000));
        var watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      store.create();
      store.fill("p", 100, 10_000);

      awaitFile(watch, "CHECKPOINT");

      store.restart();
      assertThat(store.rowKeys()).hasSize(100);
    }
  }

  @Test
  void anEntityRemovedAfterASnapshotStaysRemoved() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 10, 10);
      store.snapshot();
      store
          .tables()
          .write(TestStore.TABLE, new Write.Delete(new EntityKey("p", "00000003"), IfMatch.ANY))
          .block(TestStore.PATIENCE);

      store.rebuild();

      assertThat(store.rowKeys()).hasSize(9).doesNotContain("00000003");
    }
  }

  @Test
  void timestampsKeepRisingAfterTheClockWasSetBack() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.upsert(TestStore.entity("p", "r", 1));
      var before = store.all().get(0).timestampTicks();

      store.rebuild(options -> options.withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));
      store.upsert(TestStore.entity("p", "r", 1));

      assertThat(store.all().get(0).timestampTicks()).isGreaterThan(before);
    }
  }

  @Test
  void theIdOfADroppedTableIsNeverReused() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 10, 10);
      store.drop();

      store.rebuild();
      store.create();

      assertThat(store.all()).isEmpty();
      store.rebuild();
      assertThat(store.all()).isEmpty();
    }
  }

  @Test
  void aStoreKeepsItsNumberOfPartitionGroups() throws IOException {
    try (var store = TestStore.open(options().withPartitionGroups(4))) {
      store.create();
      store.fill("p", 10, 10);

      store.rebuild(options -> options.withPartitionGroups(16));

      assertThat(store.engine().store().shards()).hasSize(4);
      assertThat(store.all()).hasSize(10);
    }
  }

  @Test
  void aStoreCannotBeOpenedTwice() throws IOException {
    try (var store = TestStore.open(options())) {
      assertThatThrownBy(() -> TestStore.open(options()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("locked");
      store.create();
    }
  }

  @Test
  void aFolderWithOtherFilesIsNotChanged() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("thesis.txt"), "years of work");

    assertThatThrownBy(() -> TestStore.open(options()))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("thesis.txt");

    assertThat(folder).isDirectoryNotContaining("glob:**STORE");
  }

  @Test
  void aStoreInMemoryDoesNotChangeADurableOne() throws IOException {
    TestStore.open(options()).close();

    assertThatThrownBy(() -> TestStore.open(options().withDurability(Durability.MEMORY)))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("durable store");
  }

  @Test
  void aDamagedSnapshotStopsTheStartAndNamesFileAndOffset() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 100, 1000);
      store.snapshot();
    }
    forgetOrderlyStop();
    var snapshot = snapshotFile();
    var bytes = Files.readAllBytes(snapshot);
    bytes[bytes.length / 2] ^= 1;
    Files.write(snapshot, bytes);

    assertThatThrownBy(() -> TestStore.open(options()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(snapshot.getFileName().toString())
        .hasMessageContaining("offset=48")
        .hasMessageContaining("blockChecksum");
  }

  @Test
  void aSnapshotThatEndsEarlyStopsTheStart() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 100, 1000);
      store.snapshot();
    }
    forgetOrderlyStop();
    try (var file = FileChannel.open(snapshotFile(), StandardOpenOption.WRITE)) {
      file.truncate(file.size() - 1);
    }

    assertThatThrownBy(() -> TestStore.open(options())).hasMessageContaining("endsEarly");
  }

  @Test
  void aMissingSnapshotThatTheManifestNamesStopsTheStart() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.snapshot();
    }
    forgetOrderlyStop();
    Files.delete(snapshotFile());

    assertThatThrownBy(() -> TestStore.open(options())).hasMessageContaining("missing");
  }

  @Test
  void theSnapshotRevealsALostLog() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.snapshot();
    }
    try (var segments = Files.list(folder.resolve("log"))) {
      for (var segment : segments.toList()) {
        Files.delete(segment);
      }
    }

    assertThatThrownBy(() -> TestStore.open(options())).isInstanceOf(IOException.class);
  }

  @Test
  void manyTablesAndAccountsAreRecovered() throws IOException {
    try (var store = TestStore.open(options())) {
      for (var i = 0; i < 50; i++) {
        store.tables().createTable(new TableName("Table" + i)).block(TestStore.PATIENCE);
      }

      store.rebuild();

      assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
          .hasSize(50);
    }
  }

  private static void awaitFile(WatchService watch, String name) throws InterruptedException {
    for (var key = watch.poll(30, TimeUnit.SECONDS);
        key != null;
        key = watch.poll(30, TimeUnit.SECONDS)) {
      if (key.pollEvents().stream()
          .anyMatch(event -> name.equals(String.valueOf(event.context())))) {
        return;
      }
      key.reset();
    }
    throw new AssertionError("the file did not appear name=" + name);
  }

  /** Makes the folder look as it does after a crash. */
  private void forgetOrderlyStop() throws IOException {
    CheckpointManifest.remove(FolderOnDisk.in(folder));
  }

  private Path snapshotFile() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "snapshot-*")) {
      return files.iterator().next();
    }
  }

  private long segmentsInLog() throws IOException {
    try (var files = Files.list(folder.resolve("log"))) {
      return files
          .filter(file -> file.toFile().length() > 0)
          .filter(file -> !file.getFileName().toString().contains("spare"))
          .count();
    }
  }
}
