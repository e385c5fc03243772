package io.weir.engine.checkpoint;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads and verifies a file of {@link SnapshotWriter}, block by block. Owner: one thread that may
 * block.
 */
final class SnapshotReader implements AutoCloseable {

  /** Above the length of any block: the largest entity and its keys. */
  static final int MAX_BLOCK_BYTES = 8 * 1024 * 1024;

  private final String path;
  private final DiskFile file;
  private final long fileBytes;

  private SnapshotReader(String path, DiskFile file, long fileBytes) {
    this.path = path;
    this.file = file;
    this.fileBytes = fileBytes;
  }

  static SnapshotReader open(Folder folder, String name) throws IOException {
    var file = folder.openToRead(name);
    try {
      return new SnapshotReader(folder.locate(name), file, file.size());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  SnapshotHeader header() throws IOException {
    var bytes = read(0, SnapshotHeader.BYTES);
    var damage = SnapshotHeader.damageOf(bytes);
    if (!damage.isEmpty()) {
      throw damaged(0, damage);
    }
    return SnapshotHeader.decode(bytes);
  }

  /** Shows every entry to the visitor, in the file's order. */
  void entries(SnapshotVisitor visitor) throws IOException {
    long offset = SnapshotHeader.BYTES;
    var shown = 0L;
    for (var length = lengthAt(offset); length > 0; length = lengthAt(offset)) {
      for (var entries = entriesAt(offset, length); entries.hasRemaining(); shown++) {
        if (!SnapshotEntry.isWhole(entries)) {
          throw damaged(offset, "entryLengths");
        }
        SnapshotEntry.show(entries, visitor);
      }
      offset += SnapshotWriter.BLOCK_HEADER_BYTES + length;
    }
    if (countAt(offset) != shown) {
      throw damaged(offset, "entryCount");
    }
  }

  /** Returns the bytes of the entries of the block at an offset; 0 for the last block. */
  int lengthAt(long offset) throws IOException {
    var length = read(offset, SnapshotWriter.BLOCK_HEADER_BYTES).getInt();
    if (length < 0 || length > MAX_BLOCK_BYTES) {
      throw damaged(offset, "blockLength:" + length);
    }
    return length;
  }

  /** Returns the key of a block's first entry without checking the checksum. */
  byte[] firstKeyAt(long offset, int lengthBytes) throws IOException {
    var at = offset + SnapshotWriter.BLOCK_HEADER_BYTES;
    var keyBytes = lengthBytes < SnapshotWriter.ENTRY_HEADER_BYTES
        ? -1
        : read(at, Integer.BYTES).getInt();
    if (keyBytes < Integer.BYTES || keyBytes > lengthBytes - SnapshotWriter.ENTRY_HEADER_BYTES) {
      entriesAt(offset, lengthBytes);
      throw damaged(offset, "entryLengths");
    }
    return read(at + SnapshotWriter.ENTRY_HEADER_BYTES, keyBytes).array();
  }

  /** Returns the entries of a block after checking the checksum. */
  ByteBuffer entriesAt(long offset, int lengthBytes) throws IOException {
    var block = read(offset, SnapshotWriter.BLOCK_HEADER_BYTES + lengthBytes);
    if (block.getInt(Integer.BYTES)
        != Checksum.of(block, SnapshotWriter.BLOCK_HEADER_BYTES, lengthBytes)) {
      throw damaged(offset, "blockChecksum");
    }
    return block.position(SnapshotWriter.BLOCK_HEADER_BYTES);
  }

  /** Returns the number of entries recorded in the last block. Fails if bytes follow that block. */
  long countAt(long offset) throws IOException {
    var count = entriesAt(offset, Long.BYTES).getLong();
    var end = offset + SnapshotWriter.BLOCK_HEADER_BYTES + Long.BYTES;
    if (fileBytes != end) {
      throw damaged(end, "bytesBehindTheEnd");
    }
    return count;
  }

  SnapshotDamaged damaged(long at, String what) {
    return new SnapshotDamaged(path, at, what);
  }

  private ByteBuffer read(long offset, int bytes) throws IOException {
    if (fileBytes - offset < bytes) {
      throw damaged(offset, "endsEarly");
    }
    var buffer = ByteBuffer.allocate(bytes);
    file.readFully(buffer, offset);
    return buffer.flip();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
