package io.weir.engine.checkpoint;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes entries into a snapshot, block by block.
 *
 * <pre>
 * block:  offset  bytes  meaning (numbers big-endian)
 *         0       4      length n of the entries in bytes; 0 in the last block
 *         4       4      CRC-32C of the entries, or of the count
 *         8       n      entries; in the last block the number of entries in the file, 8 bytes
 *
 * entry:  0       4      length k of the key
 *         4       4      length v of the value
 *         8       k      key of the clustered index
 *         8 + k   v      stored form
 * </pre>
 *
 * <p>Owner: a work thread. Nothing is durable before {@link #finish}.
 */
final class SnapshotWriter implements AutoCloseable {

  static final int BLOCK_HEADER_BYTES = 8;
  static final int ENTRY_HEADER_BYTES = 8;
  private static final int BLOCK_BYTES = 256 * 1024;

  /**
   * The file is forced piece by piece, so that a concurrent force of the log waits for one piece
   * only.
   */
  private static final int FORCE_EVERY_BYTES = 1 << 20;

  private final DiskFile file;
  private ByteBuffer block = ByteBuffer.allocate(2 * BLOCK_BYTES);
  private long entries;
  private long offset;
  private long unforcedBytes;

  private SnapshotWriter(DiskFile file) {
    this.file = file;
    block.position(BLOCK_HEADER_BYTES);
  }

  /** Creates a file that does not exist yet. */
  static SnapshotWriter create(Folder folder, String name, SnapshotHeader header)
      throws IOException {
    var writer = new SnapshotWriter(folder.create(name));
    writer.append(header.encode());
    return writer;
  }

  void entry(ByteBuffer key, ByteBuffer stored) throws IOException {
    var needed = ENTRY_HEADER_BYTES + key.remaining() + stored.remaining();
    if (block.remaining() < needed) {
      flush();
      if (block.remaining() < needed) {
        block = ByteBuffer.allocate(BLOCK_HEADER_BYTES + needed).position(BLOCK_HEADER_BYTES);
      }
    }
    block.putInt(key.remaining()).putInt(stored.remaining()).put(key).put(stored);
    entries++;
    if (block.position() >= BLOCK_BYTES) {
      flush();
    }
  }

  /** Writes the last block, forces the file and returns its length in bytes. */
  long finish() throws IOException {
    flush();
    block.putLong(entries);
    seal(0, Long.BYTES);
    file.force();
    return offset;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void flush() throws IOException {
    var length = block.position() - BLOCK_HEADER_BYTES;
    if (length > 0) {
      seal(length, length);
    }
  }

  private void seal(int length, int checkedBytes) throws IOException {
    var checksum = Checksum.of(block, BLOCK_HEADER_BYTES, checkedBytes);
    block.putInt(0, length).putInt(4, checksum);
    append(block.flip());
    block.clear().position(BLOCK_HEADER_BYTES);
  }

  private void append(ByteBuffer bytes) throws IOException {
    var length = bytes.remaining();
    file.writeFully(bytes, offset);
    offset += length;
    unforcedBytes += length;
    if (unforcedBytes >= FORCE_EVERY_BYTES) {
      file.force();
      unforcedBytes = 0;
    }
  }
}
