package io.weir.engine.store.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.snapshot.Snapshots;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of snapshots: the bytes that they write, and that no write waits for them. */
final class CheckpointTest {

  private static final CheckpointPolicy POLICY = new CheckpointPolicy(50_000);
  private static final int BATCHES = 60;

  @TempDir
  Path temporary;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(temporary.resolve("store")).withPartitionGroups(2));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aGrowingStoreWritesEachLoggedByteAtMostTwiceMore() throws IOException {
    assertThat(amplification(batch -> "partition-" + batch)).isBetween(0.5, 2.0);
  }

  @Test
  void anOverwrittenStoreWritesEachLoggedByteAboutOnceMore() throws IOException {
    assertThat(amplification(batch -> "partition-" + batch % 5)).isBetween(0.5, 1.1);
  }

  @Test
  void aWriteIsAcknowledgedWhileASnapshotIsWritten() throws IOException {
    store.fill("p", 2000, 100);
    var snapshots = new Snapshots(
        FolderOnDisk.in(temporary.resolve("aside")),
        store.engine().store().identity().id());
    var acknowledged = new ArrayList<String>();

    snapshots.write(0, 0, sink -> {
      for (var shard : store.engine().store().shards()) {
        TreeWalk.everything(shard, (key, stored) -> {
          if (acknowledged.size() < 5) { // during the walk; waits for the reply
            store.upsert(TestStore.entity("q", "row-" + acknowledged.size(), 10));
            acknowledged.add("row-" + acknowledged.size());
          }
          sink.entry(key, stored);
        });
      }
      return 0;
    });

    assertThat(store.rowKeys()).containsAll(acknowledged);
  }

  @Test
  void aSnapshotHoldsEntitiesThatAreLargerThanItsPieces() throws IOException {
    store.fill("small", 600, 100);
    for (var row = 0; row < 3; row++) {
      for (var bytes : new int[] {10, 60_000}) {
        var entity = Entity.builder("large", row + "-" + bytes);
        for (var property = 0; property < (bytes == 10 ? 1 : 15); property++) {
          entity.set("Data" + property, new byte[bytes]);
        }
        store.upsert(entity.build());
      }
    }
    store.fill("tail", 600, 100);
    var before = store.all();

    store.engine().store().checkpoint();
    store.close();
    CheckpointManifest.remove(
        FolderOnDisk.in(temporary.resolve("store"))); // the start reads the snapshot
    store = TestStore.open(StoreOptions.in(temporary.resolve("store")).withPartitionGroups(2));

    assertThat(store.all()).isEqualTo(before);
  }

  /** Returns the bytes of snapshots for each byte of the log, when every due snapshot is written. */
  private double amplification(IntFunction<String> partitions) throws IOException {
    var log = store.engine().store().log();
    var writtenAt = 0L;
    var lastBytes = 0L;
    var snapshotBytes = 0L;
    for (var batch = 0; batch < BATCHES; batch++) {
      store.fill(partitions.apply(batch), 20, 500);
      if (POLICY.isDue(log.durablePosition() - writtenAt, lastBytes)) {
        writtenAt = log.durablePosition();
        store.engine().store().checkpoint();
        lastBytes = snapshotSize();
        snapshotBytes += lastBytes;
      }
    }
    return (double) snapshotBytes / log.durablePosition();
  }

  private long snapshotSize() throws IOException {
    try (var files = Files.newDirectoryStream(temporary.resolve("store"), "snapshot-*")) {
      return Files.size(files.iterator().next());
    }
  }
}
