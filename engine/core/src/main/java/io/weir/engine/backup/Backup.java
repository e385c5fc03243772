package io.weir.engine.backup;

import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.SegmentPart;
import io.weir.engine.store.CheckpointPin;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes one backup of an open store, which goes on serving. Owner: the caller's thread, which
 * blocks.
 */
public final class Backup {

  /** The folder of the log within that of a backup. */
  public static final String LOG = "log";

  static final String DRAFT_SUFFIX = ".unfinished";

  private final Folder draft;
  private final Optional<EarlierBackup> earlier;
  private final CopyListener listener;
  private final FileCopy copy;
  private final Store store;
  private final int chunkBytes;
  private final List<FileSum> sums = new ArrayList<>();

  /** Files of pages that this backup has written. */
  private final List<FileSum> written = new ArrayList<>();

  private long copiedBytes;

  private Backup(
      Folder draft,
      Optional<EarlierBackup> earlier,
      CopyListener listener,
      Store store,
      int chunkBytes) {
    this.draft = draft;
    this.earlier = earlier;
    this.chunkBytes = chunkBytes;
    this.listener = listener;
    this.copy = new FileCopy(listener, store::isClosing);
    this.store = store;
  }

  /**
   * Backs a store up into a new folder. Returns when the backup is durable and verified.
   *
   * <p>The store goes on, with checkpoints too: the backup pins the last one. A store that needs
   * the room gives the pin up, and the backup fails. Closing the store ends the backup.
   *
   * @throws BackupRefused when the folder exists, or its name is one of those of drafts and deleted
   *     backups
   * @throws IOException when a file of the store is damaged, naming the file, or the disk fails;
   *     then no folder of this name is left
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

  /**
   * Deletes the oldest backups of a store in a folder. Blocks.
   *
   * @param keep how many are kept, at least 1
   */
  public static void prune(Store store, Path parent, int keep) throws IOException {
    Pruning.run(
        FolderOnDisk.in(parent.toAbsolutePath().normalize()), store.identity(), Math.max(1, keep));
  }

  /**
   * Deletes the draft of an interrupted backup, whoever has written it.
   *
   * @param name that of the draft; other names are left alone
   */
  public static void deleteDraft(Folder parent, String name) throws IOException {
    if (name.endsWith(DRAFT_SUFFIX)) {
      Leftovers.delete(parent, name);
    }
  }

  /**
   * Deletes backups of these names, each of which is whole or gone, and what interrupted deletions
   * have left.
   */
  public static void delete(Folder parent, List<String> names) throws IOException {
    Pruning.delete(parent, names);
  }

  /** Backs a store up as {@link #write(Store, Path, Clock, CopyListener)} does. */
  public static BackupManifest write(
      Store store, Folder parent, String name, Clock clock, CopyListener listener)
      throws IOException {
    return write(store, parent, name, clock, listener, PageCopies.CHUNK_BYTES);
  }

  /** @param chunkBytes the longest file of pages */
  static BackupManifest write(
      Store store, Folder parent, String name, Clock clock, CopyListener listener, int chunkBytes)
      throws IOException {
    if (name.startsWith(".") || name.endsWith(DRAFT_SUFFIX)) {
      throw new BackupRefused(
          "Choose a name that does not begin with a dot or end with " + DRAFT_SUFFIX + ".");
    }
    var draftName = name + DRAFT_SUFFIX;
    var place = parent.locate(draftName);
    if (!store.files().backups().add(place)) {
      throw BackupRefused.beingWritten(place);
    }
    try {
      return write(store, parent, name, draftName, clock, listener, chunkBytes);
    } finally {
      store.files().backups().remove(place);
    }
  }

  private static BackupManifest write(
      Store store,
      Folder parent,
      String name,
      String draftName,
      Clock clock,
      CopyListener listener,
      int chunkBytes)
      throws IOException {
    Drafts.deleteAbandoned(parent, store.identity(), store.files().backups());
    Leftovers.delete(parent, draftName);
    var earlier = EarlierBackup.of(store.identity(), parent).stream()
        .filter(each -> each.manifest().hasPages())
        .findFirst();
    var draft = parent.folder(draftName);
    var backup = new Backup(draft, earlier, listener, store, chunkBytes);
    try {
      Drafts.begin(draft, store.identity());
      var manifest = backup.copied(clock.instant());
      manifest.write(draft);
      Drafts.end(draft);
      parent.rename(draftName, name);
      parent.force();
      return manifest;
    } catch (UncheckedIOException e) {
      deleteAfter(e, parent, draftName);
      throw Objects.requireNonNull(e.getCause());
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

  /** Copies what the store needs to start, and reads the copy back. */
  private BackupManifest copied(Instant created) throws IOException {
    long end;
    Optional<CheckpointManifest> checkpoint;
    requireNoneLeftOut(store.files().lastCheckpoint()); // before anything is kept for the copy
    try (var pin = store.files().pinCheckpoint(draft.locate(""))) {
      end = pin.durablePosition();
      checkpoint = pin.manifest();
      try {
        copy(pin);
      } catch (IOException | RuntimeException e) {
        requireHeld(pin, e);
        throw e;
      }
    }
    var verification = new Verification(draft, store.identity(), new Closable());
    var points = checkpoint.isPresent()
        ? verification.run(checkpoint.get(), written, end)
        : verification.run(SnapshotManifest.read(draft), end);
    return new BackupManifest(
        store.identity(),
        created,
        points,
        checkpoint.map(CheckpointManifest::highestTicks).orElse(0L),
        copiedBytes,
        sums);
  }

  /** Fails if the store has given up the pin, because that explains any failure. */
  private static void requireHeld(CheckpointPin pin, Exception failure) throws IOException {
    try {
      pin.requireHeld();
    } catch (IOException e) {
      e.addSuppressed(failure);
      throw e;
    }
  }

  private static void requireNoneLeftOut(Optional<CheckpointManifest> checkpoint)
      throws IOException {
    if (checkpoint.filter(CheckpointManifest::hasLeftOut).isPresent()) {
      throw new IOException(
          "A shard of the store is refused because of damage, so a backup would lack its last changes. Stop the service and run 'weir repair DIR --from BACKUP' first; health names the shard.");
    }
  }

  private void copy(CheckpointPin pin) throws IOException {
    requireNoneLeftOut(pin.manifest());
    var folder = pin.files();
    var snapshot = SnapshotManifest.read(folder);
    var from = pin.manifest()
        .map(CheckpointManifest::logPosition)
        .orElse(snapshot.map(SnapshotManifest::position).orElse(0L));
    var log = folder.folder(LOG);
    var parts = SegmentPart.between(log, from, pin.durablePosition());
    listener.begin("Copying", parts.stream().mapToLong(SegmentPart::fileBytes).sum());
    copy(log, parts);
    pin.logIsRead();
    if (pin.manifest().isPresent()) {
      copyPages(pin, pin.manifest().get());
    } else if (snapshot.isPresent()) {
      copyWhole(folder, SnapshotManifest.FILE);
      copyWhole(folder, snapshot.get().file());
    }
    draft.force();
  }

  /** Tells of progress until the store is being closed, and gives up then. */
  private final class Closable implements CopyListener {

    @Override
    public void begin(String step, long bytes) {
      listener.begin(step, bytes);
    }

    @Override
    public void advance(long bytes) {
      Backup.this.advance(bytes);
    }
  }

  /** Copies the pages of the last checkpoint, each of which is compared with its checksum. */
  private void copyPages(CheckpointPin pin, CheckpointManifest checkpoint) throws IOException {
    var shards = new ArrayList<CheckpointEntries>();
    for (var shard = 0; shard < checkpoint.shards().size(); shard++) {
      shards.add(new CheckpointEntries(
          pin.files(),
          pin.path(),
          checkpoint.storeId(),
          shard,
          checkpoint.shards().get(shard)));
    }
    var pages = new PageCopies(
        draft,
        earlier,
        copy,
        new Closable(),
        bytes -> {
          advance(bytes);
          requireHeld(pin);
        },
        chunkBytes);
    var files = pages.run(shards);
    sums.addAll(files);
    copiedBytes += pages.copiedBytes();
    written.addAll(pages.written());
  }

  private static void requireHeld(CheckpointPin pin) {
    try {
      pin.requireHeld();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void advance(long bytes) {
    if (store.isClosing()) {
      throw new UncheckedIOException(FileCopy.givenUp());
    }
    listener.advance(bytes);
  }

  private void copy(Folder log, List<SegmentPart> parts) throws IOException {
    var target = draft.folder(LOG);
    for (var part : parts) {
      var crc = copy.copy(log, target, part.file(), part.usedBytes(), part.fileBytes());
      sums.add(new FileSum(LOG + "/" + part.file(), part.fileBytes(), crc));
      copiedBytes += part.fileBytes();
    }
    target.force();
  }

  private void copyWhole(Folder folder, String name) throws IOException {
    var bytes = sizeOf(folder, name);
    sums.add(new FileSum(name, bytes, copy.copy(folder, draft, name, bytes, bytes)));
    copiedBytes += bytes;
  }

  private static long sizeOf(Folder folder, String name) throws IOException {
    try (var file = folder.openToRead(name)) {
      return file.size();
    }
  }
}
