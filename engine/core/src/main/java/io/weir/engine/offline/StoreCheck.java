package io.weir.engine.offline;

import io.weir.engine.archive.ArchiveRestore;
import io.weir.engine.backup.BackedUpEntries;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.catalog.Table;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogSlices;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Verifies a store, a backup or an archive. The package's page describes the rules. */
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
   * Verifies the store in a folder, or the backup. Locks the store, so that no process can open it
   * meanwhile. Blocks.
   *
   * @param scratch a folder for temporary files: the tables that have indexes are copied there,
   *     with their indexes
   * @throws CannotCheck if the folder holds neither, the store is in use, or the scratch folder has
   *     no room
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
    if (ArchiveRestore.isArchive(path)) {
      return new StoreCheck(path, folder, scratch, listener).archive();
    }
    if (!folder.exists(StoreIdentity.FILE)) {
      throw new CannotCheck("The folder holds neither a store nor a backup: there is no file "
          + StoreIdentity.FILE + ". folder=" + path);
    }
    try (var lock = lock(path)) {
      return new StoreCheck(path, folder, scratch, listener).store();
    }
  }

  private CheckReport archive() throws IOException {
    try {
      new ArchiveInspection(folder, tally, catalog).run();
    } catch (FileDamaged e) {
      tally.damaged(folder, "", 0, String.valueOf(e.getMessage()));
    }
    return tally.report();
  }

  private CheckReport backup() throws IOException {
    try {
      var manifest = BackupManifest.read(folder);
      new BackupInspection(folder, tally).run(manifest);
      if (manifest.hasPages()) {
        pages(manifest);
      } else {
        content(manifest.store());
      }
    } catch (FileDamaged e) {
      tally.damaged(folder, BackupManifest.FILE, 0, String.valueOf(e.getMessage()));
    } catch (BackupRefused e) {
      throw new CannotCheck(String.valueOf(e.getMessage()));
    }
    return tally.report();
  }

  /** Verifies the entries of a backup with pages, and its log. */
  private void pages(BackupManifest manifest) throws IOException {
    if (tally.damages() > 0) {
      return; // the files that differ are reported
    }
    var groups = new PartitionGroups(manifest.store().partitionGroups());
    var shards = BackedUpEntries.of(folder, manifest);
    for (var shard = 0; shard < shards.size(); shard++) {
      new EntryInspection(folder, groups, shard, tally, catalog).run(shards.get(shard));
    }
    var points = manifest.points();
    var end = log(
        manifest.store(), points.from(), new ReachedPosition(points.end(), BackupManifest.FILE));
    indexes(
        manifest.store(), new Base(BackupManifest.FILE, points.from(), List.copyOf(shards)), end);
  }

  private void indexes(StoreIdentity identity, Base base, long end) throws IOException {
    var indexed = tally.damages() == 0 ? catalog.indexedTables() : List.<Table>of();
    if (!indexed.isEmpty()) {
      new IndexInspection(folder, identity, tally, indexed).run(base, scratch, end);
    }
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
    var base = new Base(SnapshotManifest.FILE, LogCheck.FROM_FIRST_SEGMENT, List.of());
    var seen = 0L;
    try {
      var manifest = SnapshotManifest.read(folder);
      var from = manifest.map(SnapshotManifest::position).orElse(0L);
      seen = manifest.map(SnapshotManifest::seenPosition).orElse(0L);
      var checkpoint = checkpoint(identity, from);
      base = checkpoint.isPresent() ? checkpoint.get() : snapshot(identity, manifest);
    } catch (FileDamaged e) {
      tally.damaged(folder, SnapshotManifest.FILE, 0, String.valueOf(e.getMessage()));
    }
    var end = log(identity, base.position(), ReachedPosition.highest(folder, identity.id(), seen));
    indexes(identity, base, end);
  }

  /**
   * Verifies the last checkpoint.
   *
   * @param from where the log would go on without it
   */
  private Optional<Base> checkpoint(StoreIdentity identity, long from) throws IOException {
    var reaches =
        folder.exists(LOG) && new LogSlices(folder.folder(LOG), identity.id()).oldest() <= from;
    return new CheckpointInspection(path, folder, identity, tally, catalog, reaches).run();
  }

  private Base snapshot(StoreIdentity identity, Optional<SnapshotManifest> manifest)
      throws IOException {
    if (manifest.isEmpty()) {
      if (!folder.exists(CheckpointManifest.FILE)) {
        tally.remark("There is no checkpoint yet; the log is the whole store.");
      }
      return new Base(LOG, 0, List.of());
    }
    new SnapshotInspection(folder, identity, tally, catalog).run(manifest.get());
    return new Base(manifest.get().file(), manifest.get().position(), parts(identity));
  }

  /** Returns the entries of the snapshot by shard; none if it is damaged, which was reported. */
  private List<ShardEntries> parts(StoreIdentity identity) throws IOException {
    if (tally.damages() > 0) {
      return List.of();
    }
    var groups = new PartitionGroups(identity.partitionGroups());
    var parts = new Snapshots(folder, identity.id()).parts(groups::ofTreeKey);
    return parts.isEmpty()
        ? List.of()
        : IntStream.range(0, groups.count()).mapToObj(parts.get()::of).toList();
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
