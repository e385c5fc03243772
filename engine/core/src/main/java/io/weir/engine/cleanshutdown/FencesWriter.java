package io.weir.engine.cleanshutdown;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.extent.PersistedExtent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Writes a fences file: the leaves of a shard in key order, then its page files.
 *
 * <pre>
 * offset  bytes  meaning (numbers big-endian)
 * 0       8      "WEIRFENC"
 * 8       16     store id
 * 24      4      number of the shard
 * 28      ..     leaves
 *                  1  kind: 1
 *                  1  levels of nodes on which a node begins with this leaf
 *                  2  length f of the fence
 *                  f  fence: above every key before this leaf, not above any in it
 *                  8  page id: number of the page file (20 bits), place in it (44 bits)
 *                  4  length of the page
 *                  2  entries in the page
 *                  4  CRC-32C of the page
 *                  8  where in the page file it begins
 * ..      ..     page files
 *                  1  kind: 2
 *                  1  1 for a file of large pages, else 0
 *                  4  number
 *                  4  units that it was made for
 *                  4  units whose blocks the disk has allocated
 *                  8  length of the file
 *                  8  time of its last change, microseconds since 1970
 * ..      1      kind: 0, the end
 * ..      8      number of leaves
 * </pre>
 *
 * <p>The file has no format number and no checksum of its own: both stand in the marker.
 *
 * <p>Owner: one thread that may block. Nothing is durable before {@link #finish}.
 */
public final class FencesWriter implements AutoCloseable {

  static final long MAGIC = 0x5745495246454E43L;
  static final byte END = 0;
  static final byte LEAF = 1;
  static final byte EXTENT = 2;

  /** Above the length of any record: a fence has at most 4 KiB. */
  static final int MAX_RECORD_BYTES = 8 << 10;

  private static final int BUFFER_BYTES = 256 << 10;
  private static final String FOLDER = "fences";

  private final DiskFile file;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private long offset;
  private long leaves;

  private FencesWriter(DiskFile file) {
    this.file = file;
  }

  /** Returns the folder of the fences files. Creates it if it is missing. */
  public static Folder folder(Folder store) throws IOException {
    return store.folder(FOLDER);
  }

  static String name(int shard) {
    return Integer.toString(shard);
  }

  /** Begins the file of a shard, and replaces an existing one. */
  public static FencesWriter create(Folder fences, UUID storeId, int shard) throws IOException {
    fences.delete(name(shard));
    var writer = new FencesWriter(fences.create(name(shard)));
    writer
        .buffer
        .putLong(MAGIC)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putInt(shard);
    return writer;
  }

  /** Adds the next leaf in key order. */
  public void leaf(PersistedLeaf leaf) throws IOException {
    ensureRoom();
    buffer
        .put(LEAF)
        .put((byte) leaf.begins())
        .putShort((short) leaf.fence().length)
        .put(leaf.fence())
        .putLong(leaf.page().id())
        .putInt(leaf.page().lengthBytes())
        .putShort((short) leaf.page().entries())
        .putInt(leaf.page().checksum())
        .putLong(leaf.page().fileOffset());
    leaves++;
  }

  /** Adds a page file, after the last leaf. */
  public void extent(PersistedExtent extent) throws IOException {
    ensureRoom();
    buffer
        .put(EXTENT)
        .put((byte) (extent.large() ? 1 : 0))
        .putInt(extent.number())
        .putInt(extent.units())
        .putInt(extent.reserved())
        .putLong(extent.fileBytes())
        .putLong(extent.modifiedMicros());
  }

  /** Ends the file and makes it durable, except its name, which a force of the folder makes durable. */
  public FencesFile finish() throws IOException {
    ensureRoom();
    buffer.put(END).putLong(leaves);
    flush();
    file.force();
    return new FencesFile(offset, (int) checksum.getValue());
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
