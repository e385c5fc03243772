package io.weir.engine.backup;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.log.SegmentPart;
import io.weir.engine.snapshot.SnapshotManifest;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes one backup of an open store, which goes on serving. Owner: the caller's thread, which blocks. */
public final class Backup {

  static final String LOG = "log";
  private static final String DRAFT_SUFFIX = ".unfinished";

  private final Folder draft;
  private final CopyListener listener;
  private final FileCopy copy;
  private final List<FileSum> sums = new ArrayList<>();

  private Backup(Folder draft, CopyListener listener, FileCopy copy) {
    this.draft = draft;
    this.listener = listener;
    this.copy = copy;
  }

  /**
   * Backs a store up into a new folder. Returns when the backup is durable and verified.
   *
   * <p>The store writes no snapshot and does not cut its log during the copy. Closing the store ends the backup.
   *
   * @throws BackupRefused when the folder exists
   * @throws IOException when a file of the store is damaged, naming the file, or the disk fails; then no folder of this name is left
   */
  public static BackupManifest write(Store store, Path path, Clock clock, CopyListener listener)
      throws IOException {
    var absolute = path.toAbsolutePath().normalize();
    if (absolute.getParent() == null || Files.exists(absolute)) {
      throw BackupRefused.nameTaken(absolute);
    }
    var parent = FolderOnDisk.in(absolute.getParent());
    return write(store, parent, String.valueOf(absolute.getFileName()), clock, listener);
  }

  private static BackupManifest write(
      Store store, Folder parent, String name, Clock clock, CopyListener listener)
      throws IOException {
    var draftName = name + DRAFT_SUFFIX;
    Leftovers.delete(parent, draftName);
    var draft = parent.folder(draftName);
    var backup = new Backup(draft, listener, new FileCopy(listener, store::isClosing));
    try {
      var manifest = store.keepingFiles((folder, durable) -> backup.copy(
          new ReadOnlyFolder(folder), store.identity(), clock.instant(), durable.getAsLong()));
      manifest.write(draft);
      parent.rename(draftName, name);
      parent.force();
      return manifest;
    } catch (IOException | RuntimeException e) {
      deleteAfter(e, parent, draftName);
      throw e;
    }
  }

  private static void deleteAfter(Exception failure, Folder parent, String draftName) {
    try {
      Leftovers.delete(parent, draftName);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private BackupManifest copy(Folder folder, StoreIdentity identity, Instant created, long end)
      throws IOException {
    var snapshot = SnapshotManifest.read(folder);
    var from = snapshot.map(SnapshotManifest::position).orElse(0L);
    var log = folder.folder(LOG);
    var parts = SegmentPart.between(log, from, end);
    listener.begin("Copying", bytes(folder, snapshot, parts));
    if (snapshot.isPresent()) {
      copyWhole(folder, SnapshotManifest.FILE);
      copyWhole(folder, snapshot.get().file());
    }
    copy(log, parts);
    draft.force();
    var points = new Verification(draft, identity, listener).run(snapshot, end);
    return new BackupManifest(identity, created, points, sums);
  }

  private void copy(Folder log, List<SegmentPart> parts) throws IOException {
    var target = draft.folder(LOG);
    for (var part : parts) {
      var crc = copy.copy(log, target, part.file(), part.usedBytes(), part.fileBytes());
      sums.add(new FileSum(LOG + "/" + part.file(), part.fileBytes(), crc));
    }
    target.force();
  }

  private void copyWhole(Folder folder, String name) throws IOException {
    var bytes = sizeOf(folder, name);
    sums.add(new FileSum(name, bytes, copy.copy(folder, draft, name, bytes, bytes)));
  }

  private static long bytes(
      Folder folder, Optional<SnapshotManifest> snapshot, List<SegmentPart> parts)
      throws IOException {
    var bytes = parts.stream().mapToLong(SegmentPart::fileBytes).sum();
    return snapshot.isEmpty()
        ? bytes
        : bytes
            + sizeOf(folder, SnapshotManifest.FILE)
            + sizeOf(folder, snapshot.get().file());
  }

  private static long sizeOf(Folder folder, String name) throws IOException {
    try (var file = folder.openToRead(name)) {
      return file.size();
    }
  }
}
