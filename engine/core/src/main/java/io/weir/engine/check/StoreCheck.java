package io.weir.engine.check;

import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.log.DurableRecord;
import io.weir.engine.log.LogCheck;
import io.weir.engine.snapshot.SnapshotManifest;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Verifies a store or a backup. The package's page describes the rules. */
public final class StoreCheck {

  private static final String LOG = "log";

  private final Path path;
  private final Folder folder;
  private final Tally tally;

  private StoreCheck(Path path, Folder folder, CheckListener listener) {
    this.path = path;
    this.folder = folder;
    this.tally = new Tally(listener);
  }

  /**
   * Verifies the store in a folder, or the backup. Locks the store, so that no process can open it meanwhile. Blocks.
   *
   * @throws CannotCheck if the folder holds neither, or the store is in use
   */
  public static CheckReport run(Path path, CheckListener listener) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new CannotCheck("The folder does not exist. folder=" + path);
    }
    var folder = new ReadOnlyFolder(FolderOnDisk.in(path));
    if (folder.exists(BackupManifest.FILE)) {
      return new StoreCheck(path, folder, listener).backup();
    }
    if (!folder.exists(StoreIdentity.FILE)) {
      throw new CannotCheck("The folder holds neither a store nor a backup: there is no file "
          + StoreIdentity.FILE + ". folder=" + path);
    }
    try (var lock = lock(path)) {
      return new StoreCheck(path, folder, listener).store();
    }
  }

  private CheckReport backup() throws IOException {
    try {
      var manifest = BackupManifest.read(folder);
      new BackupInspection(folder, tally).run(manifest);
      content(manifest.store());
    } catch (FileDamaged e) {
      tally.damaged(folder, BackupManifest.FILE, 0, String.valueOf(e.getMessage()));
    } catch (BackupRefused e) {
      throw new CannotCheck(String.valueOf(e.getMessage()));
    }
    return tally.report();
  }

  private CheckReport store() throws IOException {
    var identity = identity();
    if (identity.isPresent()) {
      content(identity.get());
    } else {
      tally.remark("Without the store's identity the other files cannot be verified.");
    }
    return tally.report();
  }

  private Optional<StoreIdentity> identity() throws IOException {
    try {
      return Optional.of(StoreIdentity.read(folder));
    } catch (FileDamaged e) {
      tally.damaged(folder, StoreIdentity.FILE, 0, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void content(StoreIdentity identity) throws IOException {
    var from = LogCheck.FROM_FIRST_SEGMENT;
    var reached = 0L;
    try {
      var manifest = SnapshotManifest.read(folder);
      from = manifest.map(SnapshotManifest::position).orElse(0L);
      reached = manifest.map(SnapshotManifest::seenPosition).orElse(0L);
      if (manifest.isPresent()) {
        new SnapshotInspection(folder, identity, tally).run(manifest.get());
      } else {
        tally.remark("There is no snapshot yet; the log is the whole store.");
      }
    } catch (FileDamaged e) {
      tally.damaged(folder, SnapshotManifest.FILE, 0, String.valueOf(e.getMessage()));
    }
    log(identity, from, reached, new DurableRecord(folder, identity.id()).read());
  }

  private void log(StoreIdentity identity, long from, long seen, long recorded) throws IOException {
    var reached = Math.max(seen, recorded);
    if (folder.exists(LOG)) {
      var before = tally.damages();
      var end = new LogInspection(folder.folder(LOG), identity, tally).run(from);
      if (end < reached && tally.damages() == before) {
        tally.damaged(
            folder,
            LOG,
            0,
            "the log ends too early position=" + end + " reached=" + reached + ", as "
                + (recorded > seen ? DurableRecord.FILE : SnapshotManifest.FILE) + " says");
      }
      var logIsWhole = tally.damages() == before;
      new CleanShutdownInspection(path, folder, identity, tally)
          .run(logIsWhole ? end : Long.MAX_VALUE);
    } else if (from > 0 || reached > 0) {
      tally.damaged(folder, LOG, 0, "missing");
    } else {
      tally.remark("There is no log, because nothing was ever written.");
    }
  }

  private static FolderLock lock(Path path) throws IOException {
    try {
      return FolderLock.acquire(path);
    } catch (FileSystemException e) {
      throw new CannotCheck(
          "The store cannot be locked; stop the service that has it open. " + e.getMessage());
    }
  }
}
