package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store of an earlier version is rebuilt once, from its snapshot and log. */
final class CheckpointUpgradeTest extends CheckpointedStore {

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
}
