package io.weir.engine.backup;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;

/** Copies files and computes their checksums on the way. Owner: the copying thread. */
final class FileCopy {

  private static final int CHUNK_BYTES = 1 << 20;

  /** The copy is forced in pieces, so that a force of the log does not wait for the whole file. */
  private static final int FORCE_EVERY_BYTES = 8 << 20;

  private final CopyListener listener;
  private final BooleanSupplier givenUp;
  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);

  /**
   * Creates a copier.
   *
   * @param givenUp whether to stop; asked between two chunks
   */
  FileCopy(CopyListener listener, BooleanSupplier givenUp) {
    this.listener = listener;
    this.givenUp = givenUp;
  }

  /**
   * Copies the used first bytes of a file and fills the rest with zeros. Returns the checksum when
   * the copy is durable.
   */
  int copy(Folder from, Folder to, String name, long usedBytes, long fileBytes) throws IOException {
    var crc = new CRC32C();
    try (var source = from.openToRead(name);
        var target = to.create(name)) {
      for (var offset = 0L; offset < fileBytes; offset += chunk.limit()) {
        var bytes = fill(source, offset, usedBytes, fileBytes);
        crc.update(bytes.duplicate());
        if (offset < usedBytes || offset + bytes.limit() == fileBytes) {
          target.writeFully(bytes.rewind(), offset);
        }
        if ((offset + chunk.limit()) % FORCE_EVERY_BYTES == 0) {
          target.force();
        }
      }
      target.force();
    }
    return (int) crc.getValue();
  }

  /** Returns the checksum of a whole file. */
  int sum(Folder folder, String name) throws IOException {
    var crc = new CRC32C();
    try (var source = folder.openToRead(name)) {
      var size = source.size();
      for (var offset = 0L; offset < size; offset += chunk.limit()) {
        crc.update(fill(source, offset, size, size));
      }
    }
    return (int) crc.getValue();
  }

  static InterruptedIOException givenUp() {
    return new InterruptedIOException("The store is being closed; the backup was given up.");
  }

  private ByteBuffer fill(DiskFile source, long offset, long usedBytes, long fileBytes)
      throws IOException {
    if (givenUp.getAsBoolean()) {
      throw givenUp();
    }
    chunk.clear().limit((int) Math.min(CHUNK_BYTES, fileBytes - offset));
    var used = (int) Math.max(0, Math.min(chunk.limit(), usedBytes - offset));
    source.readFully(chunk.slice(0, used), offset);
    chunk.position(used);
    while (chunk.hasRemaining()) {
      chunk.put((byte) 0);
    }
    listener.advance(chunk.limit());
    return chunk.flip();
  }
}
