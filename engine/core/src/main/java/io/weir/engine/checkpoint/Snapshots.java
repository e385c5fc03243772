package io.weir.engine.checkpoint;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * The snapshot of a backup, or of a store that has no checkpoint yet.
 *
 * <p>The file {@code MANIFEST} names the snapshot file: see {@link SnapshotManifest}. Files that it
 * does not name were left by a crash; the next snapshot deletes them.
 *
 * <p>Owner: one work thread at a time.
 */
public final class Snapshots {

  private static final String PREFIX = "snapshot-";
  private static final String SUFFIX = ".weir";

  private final Folder folder;
  private final UUID storeId;

  public Snapshots(Folder folder, UUID storeId) {
    this.folder = folder;
    this.storeId = storeId;
  }

  /**
   * Shows the entries of the current snapshot to the visitor and returns its header; empty if there
   * is no snapshot yet.
   *
   * <p>Fails with {@link SnapshotDamaged}; the entries shown to the visitor are then void.
   */
  public Optional<SnapshotHeader> load(SnapshotVisitor visitor) throws IOException {
    return read(reader -> reader.entries(visitor));
  }

  /**
   * Returns the header of the current snapshot; empty if there is none yet. Fails as {@link #load}
   * does.
   */
  public Optional<SnapshotHeader> header() throws IOException {
    return read(reader -> {});
  }

  /**
   * Returns the current snapshot, divided into the parts of its shards; empty if there is none yet.
   *
   * <p>Fails with {@link SnapshotDamaged} if the file is missing, belongs to another store, or is
   * not a sequence of blocks.
   *
   * @param shardOf the shard of a key
   */
  public Optional<SnapshotParts> parts(ToIntFunction<byte[]> shardOf) throws IOException {
    var header = header();
    var manifest = SnapshotManifest.read(folder);
    return header.isEmpty() || manifest.isEmpty()
        ? Optional.empty()
        : Optional.of(SnapshotParts.of(folder, manifest.get().file(), header.get(), shardOf));
  }

  @FunctionalInterface
  private interface Reading {
    void of(SnapshotReader reader) throws IOException;
  }

  private Optional<SnapshotHeader> read(Reading reading) throws IOException {
    var manifest = SnapshotManifest.read(folder);
    if (manifest.isEmpty()) {
      return Optional.empty();
    }
    var name = manifest.get().file();
    if (!folder.exists(name)) {
      throw new SnapshotDamaged(folder.locate(name), 0, "missing");
    }
    try (var reader = SnapshotReader.open(folder, name)) {
      var header = reader.header();
      if (!header.storeId().equals(storeId)) {
        throw new SnapshotDamaged(folder.locate(name), 0, "ofOtherStore:" + header.storeId());
      }
      reading.of(reader);
      return Optional.of(header);
    }
  }

  /**
   * Returns the position up to which the log was forced before the current snapshot became current;
   * 0 if there is none yet.
   */
  public long seenPosition() throws IOException {
    return SnapshotManifest.read(folder).map(SnapshotManifest::seenPosition).orElse(0L);
  }

  /** Returns the length of the current snapshot in bytes; 0 if there is none yet. */
  public long bytes() throws IOException {
    var manifest = SnapshotManifest.read(folder);
    if (manifest.isEmpty()) {
      return 0;
    }
    try (var file = folder.openToRead(manifest.get().file())) {
      return file.size();
    }
  }

  /** Writes a snapshot, makes it current, and deletes the one before. Returns its size in bytes. */
  public long write(long position, long lastTicks, SnapshotSource source) throws IOException {
    var name = PREFIX + String.format("%016x", position) + "-" + UUID.randomUUID() + SUFFIX;
    long seen;
    long bytes;
    try (var writer =
        SnapshotWriter.create(folder, name, new SnapshotHeader(storeId, position, lastTicks))) {
      seen = source.writeTo(writer::entry);
      bytes = writer.finish();
    } catch (IOException | RuntimeException | Error e) {
      deleteUnfinished(name, e);
      throw e;
    }
    folder.force();
    new SnapshotManifest(name, position, seen).write(folder);
    deleteAllBut(name);
    return bytes;
  }

  /**
   * Deletes the file of a failed snapshot, because a full disk needs its bytes. Once the manifest
   * may name the file, only the next snapshot may delete it.
   */
  private void deleteUnfinished(String name, Throwable failure) {
    try {
      folder.delete(name);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Deletes the current snapshot, if there is one, and all that crashes have left. The manifest
   * goes first, durably.
   */
  public void delete() throws IOException {
    if (folder.exists(SnapshotManifest.FILE)) {
      folder.delete(SnapshotManifest.FILE);
      folder.force();
    }
    deleteAllBut("");
  }

  private void deleteAllBut(String kept) throws IOException {
    for (var name : folder.list()) {
      if (isSnapshot(name) && !name.equals(kept)) {
        folder.delete(name);
      }
    }
  }

  private static boolean isSnapshot(String name) {
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }
}
