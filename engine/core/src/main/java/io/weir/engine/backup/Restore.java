package io.weir.engine.backup;

import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.checkpoint.SnapshotVisitor;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.append.LogCopy;
import io.weir.engine.replication.AppliedFile;
import io.weir.engine.replication.MarkReader;
import io.weir.engine.replication.Place;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * Restores a backup to a new store. The new store has its own identity, so that its files cannot be
 * confused with those of the original. Owner: the caller's thread, which blocks.
 */
public final class Restore {

  private final Folder backup;
  private final Folder log;
  private final BackupManifest manifest;
  private final Folder target;
  private final StoreIdentity identity;
  private final CopyListener listener;
  private long entries;

  private Restore(
      Folder backup,
      Folder log,
      BackupManifest manifest,
      Folder target,
      StoreIdentity identity,
      CopyListener listener) {
    this.backup = backup;
    this.log = log;
    this.manifest = manifest;
    this.target = target;
    this.identity = identity;
    this.listener = listener;
  }

  /**
   * Restores a backup into a folder that is empty or does not exist.
   *
   * <p>The file that makes the folder a store is written last. An interrupted restore leaves no
   * store.
   *
   * @throws BackupRefused when the backup is missing or damaged, the folder is not empty, or the
   *     backup does not hold the point
   */
  public static RestoreReport run(
      Path backup, Path folder, RestorePoint point, CopyListener listener) throws IOException {
    if (!Files.exists(backup.resolve(BackupManifest.FILE))) {
      throw new BackupRefused("The folder holds no backup: there is no file " + BackupManifest.FILE
          + ". folder=" + backup);
    }
    var source = new ReadOnlyFolder(FolderOnDisk.in(backup));
    try {
      var manifest = BackupManifest.read(source);
      var limit = point.within(manifest);
      FileSums.verify(source, manifest, listener);
      return verified(source, source.folder(Backup.LOG), manifest, folder, limit, listener);
    } catch (FileDamaged | LogDamaged | SnapshotDamaged e) {
      throw new BackupRefused(
          "The backup is damaged; take another. 'weir check " + backup
              + "' tells all that is wrong with it. " + e.getMessage(),
          e);
    }
  }

  /**
   * Restores a verified backup into a folder that is empty or does not exist.
   *
   * @param log from the manifest's first position to its last; may be longer than that in the
   *     folder of the backup
   * @throws BackupRefused when the folder is not empty
   */
  public static RestoreReport verified(
      Folder backup,
      Folder log,
      BackupManifest manifest,
      Path folder,
      LogCopy.Limit limit,
      CopyListener listener)
      throws IOException {
    var target = emptyFolder(folder);
    var identity = new StoreIdentity(UUID.randomUUID(), manifest.store().partitionGroups());
    try (var lock = lock(folder)) {
      return new Restore(backup, log, manifest, target, identity, listener).restore(limit);
    }
  }

  /**
   * Makes the store of a node of the backup of another node of its cluster: the same store, with
   * the same positions.
   *
   * @param backup may have the other node's file {@code APPLIED} of the time at which it was begun
   * @param folder is empty, but for a mark of its replacement, or does not exist
   * @return the last entry of the agreed sequence that the backup contains
   * @throws BackupRefused when the backup is damaged, or is not that of a node
   */
  public static Applied ofNode(Path backup, Path folder, CopyListener listener) throws IOException {
    var source = new ReadOnlyFolder(FolderOnDisk.in(backup));
    try {
      var manifest = BackupManifest.read(source);
      FileSums.verify(source, manifest, listener);
      var target = FolderOnDisk.in(folder);
      return new Restore(
              source, source.folder(Backup.LOG), manifest, target, manifest.store(), listener)
          .asNode();
    } catch (FileDamaged | LogDamaged | SnapshotDamaged e) {
      throw new BackupRefused("The copy is damaged. " + e.getMessage(), e);
    }
  }

  private Applied asNode() throws IOException {
    var known = known();
    var marks =
        new MarkReader(known.orElse(new Place(Applied.NONE, manifest.points().from())));
    restore(
        (endPosition, payload) -> {
          marks.record(endPosition - LogFrame.bytes(payload.remaining()), 0, payload);
          return true;
        },
        () -> new AppliedFile(target, identity.id()).write(marks.last()));
    if (known.isEmpty() && !marks.last().entry().isAfter(Applied.NONE)) {
      throw new BackupRefused("The copy names no entry that the nodes have agreed on.");
    }
    return marks.last().entry();
  }

  /**
   * Returns the last place before the log of the backup, if the backup tells it; the log may have
   * no mark, and there may be no entry yet.
   */
  private Optional<Place> known() throws IOException {
    var from = manifest.points().from();
    return new AppliedFile(backup, manifest.store().id())
        .read()
        .filter(place -> place.endPosition() == from);
  }

  private RestoreReport restore(LogCopy.Limit limit) throws IOException {
    return restore(limit, () -> {});
  }

  /** @param last writes what belongs to the store, before the file that makes the folder one */
  private RestoreReport restore(LogCopy.Limit limit, Write last) throws IOException {
    var points = manifest.points();
    listener.begin("Restoring", -1);
    var copied = LogCopy.run(
        new LogCopy.Source(log, manifest.store().id(), points.from()),
        new LogCopy.Target(
            target.folder(Backup.LOG), identity.id(), !identity.equals(manifest.store())),
        (endPosition, payload) -> {
          listener.advance(payload.remaining());
          return limit.includes(endPosition, payload);
        });
    if (copied.sourceEnd() != points.end()) {
      throw new FileDamaged(log.locate(""), 0, "endsAt:" + copied.sourceEnd());
    }
    copySnapshot(copied.targetEnd());
    last.run();
    identity.write(target);
    return new RestoreReport(entries, copied.included(), copied.omitted());
  }

  /** The new snapshot holds no record after the end of the new log. */
  private void copySnapshot(long seenPosition) throws IOException {
    if (manifest.hasPages()) {
      write(manifest.points().from(), manifest.pageTicks(), seenPosition, visitor -> {
        for (var shard : BackedUpEntries.of(backup, manifest)) {
          shard.read(visitor, bytes -> {});
        }
      });
      return;
    }
    var old = new Snapshots(backup, manifest.store().id());
    var header = old.header();
    if (header.isPresent()) {
      write(header.get().position(), header.get().lastTicks(), seenPosition, visitor -> {
        var unused = old.load(visitor);
      });
    }
  }

  /** Shows all entries to a visitor. */
  @FunctionalInterface
  private interface Entries {
    void read(SnapshotVisitor visitor) throws IOException;
  }

  private void write(long position, long ticks, long seenPosition, Entries source)
      throws IOException {
    new Snapshots(target, identity.id()).write(position, ticks, sink -> {
      try {
        source.read((key, stored) -> {
          entries++;
          listener.advance(key.length + (long) stored.length);
          pass(() -> sink.entry(ByteBuffer.wrap(key), ByteBuffer.wrap(stored)));
        });
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      return seenPosition;
    });
  }

  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  private static void pass(Write write) {
    try {
      write.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Folder emptyFolder(Path path) throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new BackupRefused("There is a file of this name; name another folder. path=" + path);
    }
    var folder = FolderOnDisk.in(path);
    var held = folder.list().stream().filter(name -> !name.equals("lost+found")).findFirst();
    if (held.isPresent()) {
      throw new BackupRefused("The folder is not empty; name another, or one that is not there."
          + " folder=" + path + " holds=" + held.get());
    }
    return folder;
  }

  private static FolderLock lock(Path folder) throws IOException {
    try {
      return FolderLock.acquire(folder);
    } catch (FileSystemException e) {
      throw new BackupRefused("The folder cannot be locked: " + e.getMessage(), e);
    }
  }
}
