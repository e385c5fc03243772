package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.offline.CheckListener;
import io.weir.engine.offline.Finding;
import io.weir.engine.offline.StoreCheck;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store with many pages, and backups of it beside each other. */
abstract class BackedUpStore {

  static final int PARTITIONS = 20;
  static final int ROWS = 200;
  static final int SMALL_CHUNK_BYTES = 128 << 10;

  @TempDir
  Path temporary;

  TestStore store;
  int backups;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(options("store"));
    store.create();
    for (var partition = 0; partition < PARTITIONS; partition++) {
      store.fill("p" + partition, ROWS, 300);
    }
    store.engine().store().checkpoint();
    Files.createDirectories(temporary.resolve("backups"));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  BackupManifest backup(String name) {
    return Objects.requireNonNull(
        store.engine().backup(path(name), CopyListener.NOBODY).block(TestStore.PATIENCE));
  }

  /** Writes a backup whose chunks are small. Each is later than the one before. */
  BackupManifest smallChunks(String name, Wrapping wrapping) throws IOException {
    var time = Clock.fixed(Instant.EPOCH.plusSeconds(++backups), ZoneOffset.UTC);
    var parent = wrapping.of(FolderOnDisk.in(path(name).resolveSibling("")));
    return Backup.write(
        store.engine().store(), parent, name, time, CopyListener.NOBODY, SMALL_CHUNK_BYTES);
  }

  @FunctionalInterface
  interface Wrapping {
    Folder of(FolderOnDisk folder);
  }

  Path path(String name) {
    return temporary.resolve("backups").resolve(name);
  }

  List<Entity> restored(String name) throws IOException {
    return restored(name, new RestorePoint.End());
  }

  List<Entity> restored(String name, RestorePoint point) throws IOException {
    var folder = Files.createTempDirectory(temporary, "restored");
    Restore.run(path(name), folder, point, CopyListener.NOBODY);
    try (var copy = TestStore.open(options(folder.getFileName().toString()))) {
      return copy.all();
    } finally {
      Folders.delete(folder);
    }
  }

  List<Finding> check(String name) throws IOException {
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
    assertThat(report.entries() + report.logRecords()).isPositive();
    return findings;
  }

  StoreOptions options(String name) {
    return StoreOptions.in(temporary.resolve(name))
        .withPartitionGroups(2)
        .withRetention(Retention.NONE)
        .withSegmentBytes(64 << 10);
  }
}
