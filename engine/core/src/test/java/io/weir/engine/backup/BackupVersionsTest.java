package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogDamaged;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Backups that another version of the program wrote. */
final class BackupVersionsTest extends BackedUpStore {

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
    for (var mostBytes : List.of(100_000L, 1L << 30)) {
      var wanted = new TableAtPoint.Wanted(AccountName.DEVELOPMENT, TestStore.TABLE, mostBytes);
      var table = TableAtPoint.in(path("old"), new RestorePoint.End(), wanted, CopyListener.NOBODY);
      assertThat(TableAtPointTest.entities(table)).containsExactlyInAnyOrderElementsOf(state);
    }
    Files.delete(path("old").resolve(SnapshotManifest.FILE));
    var wanted = new TableAtPoint.Wanted(AccountName.DEVELOPMENT, TestStore.TABLE);
    assertThatThrownBy(
            () -> TableAtPoint.in(path("old"), new RestorePoint.End(), wanted, CopyListener.NOBODY))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("damaged where this table needs it");
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
}
