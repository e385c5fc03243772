package io.weir.engine.check;

import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.catalog.Table;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.log.LogCheck;
import io.weir.engine.snapshot.SnapshotManifest;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Verifies a store or a backup. The package's page describes the rules. */
public final class StoreCheck {

  /** The folder of the log. */
  static final String LOG = "log";

  private final Path path;
  private final Folder folder;
  private final Path scratch;
  private final Tally tally;
  private final CatalogRows catalog = new CatalogRows();

  private StoreCheck(Path path, Folder folder, Path scratch, CheckListener listener) {
    this.path = path;
    this.folder = folder;
    this.scratch = scratch;
    this.tally = new Tally(listener);
  }

  /**
   * Verifies the store in a folder, or the backup. Locks the store, so that no process can open it meanwhile. Blocks.
   *
   * @param scratch a folder for temporary files: the tables that have indexes are copied there, with their indexes
   * @throws CannotCheck if the folder holds neither, the store is in use, or the scratch folder has no room
   */
  public static CheckReport run(Path path, Path scratch, CheckListener listener)
      throws IOException {
    if (new FolderReplacement(path).isInterrupted()) {
      throw new CannotCheck(
          "'weir reshard' was interrupted after the new store was complete. 'weir serve' or 'weir reshard' puts it into its place; check it then. folder="
              + path);
    }
    if (!Files.isDirectory(path)) {
      throw new CannotCheck("The folder does not exist. folder=" + path);
    }
    if (!Files.isDirectory(scratch)) {
      throw new CannotCheck("The folder for temporary files does not exist. folder=" + scratch);
    }
    var folder = new ReadOnlyFolder(FolderOnDisk.in(path));
    if (folder.exists(BackupManifest.FILE)) {
      return new StoreCheck(path, folder, scratch, listener).backup();
    }
    if (!folder.exists(StoreIdentity.FILE)) {
      throw new CannotCheck("The folder holds neither a store nor a backup: there is no file "
          + StoreIdentity.FILE + ". folder=" + path);
    }
    try (var lock = lock(path)) {
      return new StoreCheck(path, folder, scratch, listener).store();
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
    var seen = 0L;
    try {
      var manifest = SnapshotManifest.read(folder);
      from = manifest.map(SnapshotManifest::position).orElse(0L);
      seen = manifest.map(SnapshotManifest::seenPosition).orElse(0L);
      if (manifest.isPresent()) {
        new SnapshotInspection(folder, identity, tally, catalog).run(manifest.get());
      } else {
        tally.remark("There is no snapshot yet; the log is the whole store.");
      }
    } catch (FileDamaged e) {
      tally.damaged(folder, SnapshotManifest.FILE, 0, String.valueOf(e.getMessage()));
    }
    var end = log(identity, from, ReachedPosition.highest(folder, identity.id(), seen));
    new CheckpointInspection(path, folder, identity, tally).run();
    var indexed = tally.damages() == 0 ? catalog.indexedTables() : List.<Table>of();
    if (!indexed.isEmpty()) {
      new IndexInspection(folder, identity, tally, indexed).run(scratch, end);
    }
  }

  /** Verifies the log. Returns the position of its end. */
  private long log(StoreIdentity identity, long from, ReachedPosition reached) throws IOException {
    var end = 0L;
    if (folder.exists(LOG)) {
      end = new LogInspection(folder.folder(LOG), identity, tally, catalog)
          .run(from, reached.position());
    } else if (from > 0 || reached.position() > 0) {
      tally.damaged(folder, LOG, 0, "missing");
    } else {
      tally.remark("There is no log, because nothing was ever written.");
    }
    if (end < reached.position()) {
      tally.remark("The log ends before a position that it had reached. reachedAccordingTo="
          + reached.file() + " position=" + reached.position());
    }
    return end;
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
