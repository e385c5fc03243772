package io.weir.engine.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/**
 * The snapshots of a store: the one that counts, and how another comes to count instead.
 *
 * <p>The file {@code MANIFEST} holds the name of the snapshot file. Files that it does not name are left-overs of a crash and are
 * deleted at the next snapshot.
 *
 * <p>Owner: one work thread at a time.
 */
public final class Snapshots {

  private static final String MANIFEST = "MANIFEST";
  private static final String PREFIX = "snapshot-";
  private static final String SUFFIX = ".weir";

  private final Path folder;
  private final UUID storeId;

  /** Snapshots in a folder that exists. */
  public Snapshots(Path folder, UUID storeId) {
    this.folder = folder;
    this.storeId = storeId;
  }

  /**
   * Shows the entries of the snapshot that counts to the visitor and answers its header; empty when there is none yet.
   *
   * <p>Fails with {@link SnapshotDamaged}; what the visitor was shown is then void.
   */
  public Optional<SnapshotHeader> load(SnapshotVisitor visitor) throws IOException {
    var manifest = folder.resolve(MANIFEST);
    if (Files.notExists(manifest)) {
      return Optional.empty();
    }
    var path = folder.resolve(Files.readString(manifest, UTF_8).strip());
    if (Files.notExists(path)) {
      throw new SnapshotDamaged(path, 0, "missing");
    }
    try (var reader = SnapshotReader.open(path)) {
      var header = reader.header();
      if (!header.storeId().equals(storeId)) {
        throw new SnapshotDamaged(path, 0, "ofOtherStore:" + header.storeId());
      }
      reader.entries(visitor);
      return Optional.of(header);
    }
  }

  /** Writes a snapshot, makes it count, and deletes what it replaces. Answers its size in bytes. */
  public long write(long position, long lastTicks, SnapshotSource source) throws IOException {
    var path = folder.resolve(
        PREFIX + String.format("%016x", position) + "-" + UUID.randomUUID() + SUFFIX);
    long bytes;
    try (var writer =
        SnapshotWriter.create(path, new SnapshotHeader(storeId, position, lastTicks))) {
      source.writeTo(writer::entry);
      bytes = writer.finish();
    }
    name(path);
    deleteAllBut(path);
    return bytes;
  }

  private void name(Path snapshot) throws IOException {
    var draft = folder.resolve(MANIFEST + ".new");
    try (var file = FileChannel.open(
        draft,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE)) {
      var content = UTF_8.encode(snapshot.getFileName() + "\n");
      while (content.hasRemaining()) {
        file.write(content);
      }
      file.force(true);
    }
    forceFolder();
    Files.move(draft, folder.resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
    forceFolder();
  }

  private void forceFolder() throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private void deleteAllBut(Path kept) throws IOException {
    try (var files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
      for (var file : files) {
        if (!file.equals(kept)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
