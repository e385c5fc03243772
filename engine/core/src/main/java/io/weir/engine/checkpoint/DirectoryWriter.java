package io.weir.engine.checkpoint;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Writes the file of one checkpoint: parts of the leaf directories of all shards.
 *
 * <pre>
 * offset  bytes  meaning (numbers big-endian)
 * 0       8      "WEIRLEAF"
 * 8       16     store id
 * 24      8      number of the checkpoint
 * 32      ..     parts
 *                  4    number of the shard
 *                  ..   records; in a base only leaves, in key order
 *                    1  kind: 1, a leaf
 *                    1  levels of nodes on which a node begins with this leaf
 *                    2  length f of the fence
 *                    f  fence: above every key before this leaf, not above any in it
 *                    8  page id: number of the page file (20 bits), place in it (44 bits)
 *                    4  length of the page
 *                    4  CRC-32C of the page
 *                  ..
 *                    1  kind: 2, a leaf of an earlier part has moved
 *                    ..  as for a leaf, up to the page id
 *                  ..
 *                    1  kind: 3, a leaf of an earlier part is gone
 *                    8  page id
 *                  1    kind: 0, the end
 *                  8    number of leaves of the shard with this part
 * </pre>
 *
 * <p>Places, lengths and checksums of the parts stand in the manifest.
 *
 * <p>Owner: one thread that may block. Nothing is durable before {@link #finish}.
 */
public final class DirectoryWriter implements AutoCloseable {

  static final long MAGIC = 0x574549524C454146L;
  static final int HEADER_BYTES = 32;
  static final byte END = 0;
  static final byte LEAF = 1;
  static final byte MOVED = 2;
  static final byte REMOVED = 3;

  /** Above the length of any record: a fence has at most 4 KiB. */
  static final int MAX_RECORD_BYTES = 8 << 10;

  private static final int HEX = 16;
  private static final int BUFFER_BYTES = 256 << 10;

  private final DiskFile file;
  private final long number;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private CRC32C checksum = new CRC32C();
  private long offset;
  private long partOffset;

  private DirectoryWriter(DiskFile file, long number) {
    this.file = file;
    this.number = number;
  }

  /** Returns the name of a checkpoint's file. */
  public static String name(long number) {
    return String.format("%016x", number);
  }

  /** Returns the number of the checkpoint whose file has a name; 0 if it is not such a name. */
  public static long numberOf(String name) {
    return name.matches("[0-9a-f]{16}") ? Long.parseUnsignedLong(name, HEX) : 0;
  }

  /** Begins the file of a checkpoint, and replaces one that a failed checkpoint has left. */
  public static DirectoryWriter create(Folder folder, UUID storeId, long number)
      throws IOException {
    folder.delete(name(number));
    var writer = new DirectoryWriter(folder.create(name(number)), number);
    writer
        .buffer
        .putLong(MAGIC)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putLong(number);
    try {
      writer.flush();
      return writer;
    } catch (IOException | RuntimeException | Error e) {
      writer.closeAfter(e);
      throw e;
    }
  }

  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Begins a part of a shard. Of a part before it that was not ended, no manifest knows. */
  public void begin(int shard) {
    buffer.clear();
    partOffset = offset;
    checksum = new CRC32C();
    buffer.putInt(shard);
  }

  /** Adds a leaf; in a base, the next in key order. */
  public void leaf(PersistedLeaf leaf) throws IOException {
    placed(LEAF, leaf.fence(), leaf.begins(), leaf.page().id());
    buffer.putInt(leaf.page().lengthBytes()).putInt(leaf.page().checksum());
  }

  /** Gives a leaf of an earlier part another fence, and other levels. */
  public void moved(byte[] fence, int begins, long id) throws IOException {
    placed(MOVED, fence, begins, id);
  }

  /** Removes a leaf of an earlier part. */
  public void removed(long id) throws IOException {
    ensureRoom();
    buffer.put(REMOVED).putLong(id);
  }

  private void placed(byte kind, byte[] fence, int begins, long id) throws IOException {
    ensureRoom();
    buffer
        .put(kind)
        .put((byte) begins)
        .putShort((short) fence.length)
        .put(fence)
        .putLong(id);
  }

  /**
   * Ends the part. It can be read now.
   *
   * @param leaves number of the shard's leaves with this part
   */
  public DirectoryPart end(long leaves) throws IOException {
    ensureRoom();
    buffer.put(END).putLong(leaves);
    flush();
    return new DirectoryPart(number, partOffset, offset - partOffset, (int) checksum.getValue());
  }

  /** Makes the file durable, except its name, which a force of the folder makes durable. */
  public void finish() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void ensureRoom() throws IOException {
    if (buffer.remaining() < MAX_RECORD_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    checksum.update(buffer.duplicate());
    var length = buffer.remaining();
    file.writeFully(buffer, offset);
    offset += length;
    buffer.clear();
  }
}
