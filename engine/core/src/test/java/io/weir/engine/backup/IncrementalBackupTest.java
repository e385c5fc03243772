package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.check.CheckListener;
import io.weir.engine.check.Finding;
import io.weir.engine.check.StoreCheck;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.disk.StoppingFolder;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.snapshot.SnapshotManifest;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.checkpoint.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups beside earlier ones of the same store: what they copy, share and leave alone. */
final class IncrementalBackupTest {

  private static final int PARTITIONS = 20;
  private static final int ROWS = 200;
  private static final int SMALL_CHUNK_BYTES = 128 << 10;

  @TempDir
  Path temporary;

  private TestStore store;
  private int backups;

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

  /** Chance changes leaves for many backups. None takes more than twice the room of its blocks, and each is whole. */
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

  @Test
  void onlyTheNewestAreKept() throws IOException {
    for (var name : List.of("one", "two", "three")) {
      store.fill("p1", ROWS, 300 + ++backups);
      store.engine().store().checkpoint();
      backup(name);
    }
    Files.createDirectories(path("other")); // no backup
    var kept =
        store.engine().backup(path("four"), 2, CopyListener.NOBODY).block(TestStore.PATIENCE);

    try (var names = Files.list(path("one").resolveSibling(""))) {
      assertThat(names.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("three", "four", "other");
    }
    assertThat(Objects.requireNonNull(kept).files()).isNotEmpty();
    assertThat(check("three")).isEmpty();
    assertThat(restored("four")).isEqualTo(store.all());
  }

  @Test
  void aBackupThatWasWrittenWhileTheClockWasAheadIsNotTheNewest() throws IOException {
    var parent = FolderOnDisk.in(path("ahead").resolveSibling(""));
    var ahead = Clock.fixed(Instant.now().plusSeconds(1_000_000), ZoneOffset.UTC);
    Backup.write(
        store.engine().store(), parent, "ahead", ahead, CopyListener.NOBODY, SMALL_CHUNK_BYTES);
    store.fill("p1", ROWS, 301);
    backup("later");

    Pruning.run(parent, store.engine().store().identity(), 1);

    assertThat(parent.list()).containsExactly("later");
  }

  @Test
  void namesOfDraftsAndDeletedBackupsAreRefused() {
    for (var name : List.of("one.unfinished", ".deleted-one")) {
      assertThatThrownBy(() -> backup(name))
          .hasMessageContaining("Choose a name that does not begin with a dot");
    }
    assertThat(backup("one.unfinished.d").files()).isNotEmpty();
  }

  @Test
  void aDeletionThatWasInterruptedIsFinishedByTheNext() throws IOException {
    backup("one");
    backup("two");
    var parent = FolderOnDisk.in(path("one").resolveSibling(""));
    var identity = store.engine().store().identity();
    var operations = 1;
    for (var done = false; !done; operations++) {
      var life = new StoppingFolder.Life(operations, true);
      try {
        Pruning.run(new StoppingFolder(parent, life), identity, 1);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("killed");
      }
      done = !life.isOver();
      assertThat(check("two")).isEmpty();
      if (Files.exists(path("one"))) {
        assertThat(check("one")).isEmpty();
      }
    }
    assertThat(parent.list()).containsExactly("two");
  }

  /** As versions wrote it that had no chunks: a snapshot, and the log after it. */
  @Test
  void aBackupOfAnEarlierVersionIsRestoredAndChecked() throws IOException {
    store.snapshot();
    store.fill("p1", ROWS, 301);
    var state = store.all();
    var id = store.engine().store().identity();
    store.close();
    var folder = FolderOnDisk.in(path("old"));
    Folders.copy(temporary.resolve("store").resolve("log"), path("old").resolve("log"));
    var from = FolderOnDisk.in(temporary.resolve("store"));
    var snapshot = SnapshotManifest.read(from).orElseThrow();
    for (var name : List.of(SnapshotManifest.FILE, snapshot.file())) {
      Files.copy(temporary.resolve("store").resolve(name), path("old").resolve(name));
    }
    var sums = new ArrayList<FileSum>();
    try (var files = Files.walk(path("old"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var inside = FolderOnDisk.in(file.resolveSibling(""));
        var crc = new FileCopy(CopyListener.NOBODY, () -> false)
            .sum(inside, file.getFileName().toString());
        sums.add(new FileSum(path("old").relativize(file).toString(), Files.size(file), crc));
      }
    }
    var points = new Verification(folder, id, CopyListener.NOBODY)
        .run(SnapshotManifest.read(folder), endOfLog(folder, id.id()));
    new BackupManifest(id, Instant.now(), points, 0, 0, sums).write(folder);
    var file = new SmallFile(folder, BackupManifest.FILE);
    file.write(file.read()
        .lines()
        .filter(line -> !line.startsWith("pageTicks=") && !line.startsWith("copied="))
        .collect(Collectors.joining("\n", "", "\n")));

    assertThat(file.read()).contains("format=1\n");
    assertThat(check("old")).isEmpty();
    assertThat(restored("old")).isEqualTo(state);
    store = TestStore.open(options("store"));
  }

  private static long endOfLog(FolderOnDisk folder, UUID id) throws IOException {
    return LogCheck.run(folder.folder("log"), id, LogCheck.FROM_FIRST_SEGMENT, 0, new Ignoring());
  }

  private static final class Ignoring implements LogCheck.Listener {
    @Override
    public void segment(String file, long bytes) {}

    @Override
    public void record(String file, long offset, long end, ByteBuffer payload) {}

    @Override
    public void damaged(LogDamaged damage) {
      throw new AssertionError(damage);
    }

    @Override
    public void torn(String file, long offset, long bytes) {}
  }

  @Test
  void aBackupOfALaterVersionIsRefused() throws IOException {
    backup("one");
    var file = new SmallFile(FolderOnDisk.in(path("one")), BackupManifest.FILE);
    file.write(file.read().replace("format=2", "format=3"));

    assertThatThrownBy(() -> restored("one"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("another version");
    assertThat(backup("two").copiedBytes()).isEqualTo(backup("three").bytes());
  }

  private BackupManifest backup(String name) {
    return Objects.requireNonNull(
        store.engine().backup(path(name), CopyListener.NOBODY).block(TestStore.PATIENCE));
  }

  /** Writes a backup whose chunks are small. Each is later than the one before. */
  private BackupManifest smallChunks(String name, Wrapping wrapping) throws IOException {
    var time = Clock.fixed(Instant.EPOCH.plusSeconds(++backups), ZoneOffset.UTC);
    var parent = wrapping.of(FolderOnDisk.in(path(name).resolveSibling("")));
    return Backup.write(
        store.engine().store(), parent, name, time, CopyListener.NOBODY, SMALL_CHUNK_BYTES);
  }

  @FunctionalInterface
  private interface Wrapping {
    Folder of(FolderOnDisk folder);
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

  private Path path(String name) {
    return temporary.resolve("backups").resolve(name);
  }

  private List<Entity> restored(String name) throws IOException {
    return restored(name, new RestorePoint.End());
  }

  private List<Entity> restored(String name, RestorePoint point) throws IOException {
    var folder = Files.createTempDirectory(temporary, "restored");
    Restore.run(path(name), folder, point, CopyListener.NOBODY);
    try (var copy = TestStore.open(options(folder.getFileName().toString()))) {
      return copy.all();
    } finally {
      Folders.delete(folder);
    }
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
    assertThat(report.entries() + report.logRecords()).isPositive();
    return findings;
  }

  private StoreOptions options(String name) {
    return StoreOptions.in(temporary.resolve(name))
        .withPartitionGroups(2)
        .withRetention(Retention.NONE)
        .withSegmentBytes(64 << 10);
  }
}
