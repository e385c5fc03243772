package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.StoppingFolder;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Backups beside earlier ones of the same store: what they copy, share and leave alone. */
final class IncrementalBackupTest extends BackedUpStore {

  @Test
  void aSecondBackupCopiesOnlyTheChangedLeaves() throws IOException {
    var first = backup("one");
    assertThat(first.copiedBytes()).isEqualTo(first.bytes());
    store.fill("p7", ROWS, 301); // 5 percent of the leaves
    store.engine().store().checkpoint();

    var second = backup("two");

    assertThat(chunkBytes(first)).isGreaterThan(PARTITIONS * ROWS * 300L);
    assertThat(newChunkBytes(first, second)).isBetween(ROWS * 300L, chunkBytes(first) * 8 / 100);
    assertThat(restored("two")).isEqualTo(store.all());
    assertThat(check("two")).isEmpty();
  }

  @Test
  void aBackupOfAnUnchangedStoreCopiesNoLeaf() throws IOException {
    var first = backup("one");
    var second = backup("two");

    assertThat(newChunkBytes(first, second)).isZero();
    assertThat(restored("two")).isEqualTo(store.all());
  }

  @Test
  void leavesThatOnlyMovedAreNotCopied() throws IOException {
    var first = backup("one");
    store.close();
    store = TestStore.open(options("store"));
    for (var round = 0;
        round < 2;
        round++) { // each page gets another place, and the same content again
      store.fill("p3", ROWS, 301);
      store.engine().store().checkpoint();
      store.fill("p3", ROWS, 300);
      store.engine().store().checkpoint();
    }
    var second = backup("two");

    assertThat(newChunkBytes(first, second)).isLessThan(chunkBytes(first) * 8 / 100);
    assertThat(restored("two")).isEqualTo(store.all());
  }

  @Test
  void eachBackupIsWholeWithoutTheOthers() throws IOException {
    backup("one");
    var states = new ArrayList<List<Entity>>();
    states.add(store.all());
    for (var next : List.of("two", "three")) {
      store.fill("p" + states.size(), ROWS, 301);
      store.engine().store().checkpoint();
      backup(next);
      states.add(store.all());
    }
    Folders.delete(path("two"));

    assertThat(check("one")).isEmpty();
    assertThat(restored("one")).isEqualTo(states.get(0));
    assertThat(restored("three")).isEqualTo(states.get(2));
    Folders.delete(path("one"));
    assertThat(check("three")).isEmpty();
    assertThat(restored("three")).isEqualTo(states.get(2));
  }

  @Test
  void everyPointAfterTheCheckpointOfEachBackupCanBeRestored() throws IOException {
    for (var name : List.of("one", "two")) {
      store.engine().store().checkpoint();
      store.fill("before " + name, 5, 10);
      var state = store.all();
      var position = store.engine().store().shards().stream()
          .mapToLong(shard -> shard.publishedPosition())
          .max()
          .orElseThrow();
      store.fill("after " + name, 5, 10);
      backup(name);

      assertThat(restored(name, new RestorePoint.Position(position))).isEqualTo(state);
      assertThat(restored(name)).isEqualTo(store.all());
    }
  }

  /**
   * Chance changes leaves for many backups. None takes more than twice the room of its blocks, and
   * each is whole.
   */
  @Test
  void chunksOfWhichLessThanHalfIsUsedAreWrittenAnew() throws IOException {
    var random = new Random(Instant.now().toEpochMilli() / Duration.ofDays(1).toMillis());
    BackupManifest last = null;
    for (var round = 0; round < 12; round++) {
      var changed = random.nextInt(PARTITIONS);
      for (var partition = 0; partition < changed; partition++) {
        store.fill("p" + random.nextInt(PARTITIONS), ROWS, 250 + random.nextInt(100));
      }
      store.engine().store().checkpoint();

      last = smallChunks("round" + round, folder -> folder);

      assertThat(chunkBytes(last))
          .as("round=%d", round)
          .isLessThanOrEqualTo(2 * blockBytes("round" + round) + SMALL_CHUNK_BYTES);
      assertThat(check("round" + round)).isEmpty();
    }
    assertThat(restored("round11")).isEqualTo(store.all());
    assertThat(Objects.requireNonNull(last).files()).hasSizeGreaterThan(5);
  }

  @Test
  void aDamagedFileOfTheBackupBeforeIsCopiedAgain() throws IOException {
    backup("one");
    try (var files = Files.list(path("one"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        var sound = Files.readAllBytes(file);
        Files.write(file, bytes);

        var name = "after-" + file.getFileName();
        backup(name);

        assertThat(check(name)).as(name).isEmpty();
        assertThat(restored(name)).as(name).isEqualTo(store.all());
        Folders.delete(path(name));
        Files.write(file, sound);
      }
    }
  }

  @Test
  void anInterruptedBackupLeavesTheEarlierOnes() throws IOException {
    smallChunks("one", folder -> folder);
    var before = store.all();
    store.fill("p1", ROWS, 301);
    store.fill("p2", ROWS, 301);
    store.engine().store().checkpoint();
    var now = store.all();
    var operations = 1;
    for (var done = false; !done; operations++) {
      var life = new StoppingFolder.Life(operations, operations % 2 == 0);
      try {
        smallChunks("two", folder -> new StoppingFolder(folder, life));
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("killed");
      }
      done = !life.isOver();
      assertThat(check("one")).as("operation=%d", operations).isEmpty();
      if (Files.exists(path("two"))) {
        assertThat(check("two")).as("operation=%d", operations).isEmpty();
        assertThat(restored("two")).isEqualTo(now);
        Folders.delete(path("two"));
      }
    }
    assertThat(operations).isGreaterThan(12);
    assertThat(restored("one")).isEqualTo(before);
    smallChunks("two", folder -> folder);
    assertThat(restored("two")).isEqualTo(now);
  }

  @Test
  void aFileSystemWithoutSecondNamesGetsCopies() throws IOException {
    smallChunks("one", folder -> folder);

    var second = smallChunks(
        "two", folder -> new StoppingFolder(folder, new StoppingFolder.Life(100_000, false)));

    assertThat(second.copiedBytes()).isEqualTo(second.bytes());
    Folders.delete(path("one"));
    assertThat(restored("two")).isEqualTo(store.all());
  }

  @Test
  void theBackupOfAnotherStoreIsNotUsed() throws IOException {
    backup("one");
    try (var other = TestStore.open(options("other"))) {
      other.create();
      other.fill("p", 100, 300);
      other.engine().store().checkpoint();
      var second =
          other.engine().backup(path("two"), CopyListener.NOBODY).block(TestStore.PATIENCE);

      assertThat(Objects.requireNonNull(second).copiedBytes()).isEqualTo(second.bytes());
      assertThat(restored("two")).isEqualTo(other.all());
    }
  }

  private static long chunkBytes(BackupManifest manifest) {
    return sum(manifest.files(), FileSum::bytes);
  }

  private static long newChunkBytes(BackupManifest before, BackupManifest after) {
    return sum(
        after.files().stream().filter(file -> !before.files().contains(file)).toList(),
        FileSum::bytes);
  }

  private static long sum(List<FileSum> files, ToLongFunction<FileSum> bytes) {
    return files.stream()
        .filter(file -> Chunks.isChunk(file.file()))
        .mapToLong(bytes)
        .sum();
  }

  private long blockBytes(String name) throws IOException {
    var folder = FolderOnDisk.in(path(name));
    var bytes = 0L;
    for (var shard : BackedUpEntries.of(folder, BackupManifest.read(folder))) {
      bytes += shard.bytes();
    }
    return bytes;
  }
}
