package io.weir.engine.backup;

import io.weir.engine.backup.BackedUpLeaf.Place;
import io.weir.engine.backup.BackedUpLeaf.Sums;
import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of a backup, in key order, shard after shard: the file {@code leaves}.
 *
 * <pre>
 * bytes  meaning (numbers big-endian)
 * 8      "WEIRBKUP"
 * 4      number of shards
 * ..     for each shard its leaves, then the kind 0
 *          1  kind: 1, a leaf
 *          2  length f of the fence
 *          f  fence
 *          4  length of the block
 *          4  CRC-32C of the block
 *          4  CRC-32 of the block
 *          4  number of the chunk
 *          4  where in the chunk the block begins
 * </pre>
 *
 * <p>The manifest of the backup has the checksum of the file. Owner: one thread that may block.
 */
final class LeafList {

  static final String FILE = "leaves";

  private static final long MAGIC = 0x57454952424B5550L;
  private static final byte LEAF = 1;
  private static final byte END = 0;
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int MOST_RECORD_BYTES = 1 + 2 + 65_535 + 20;

  private LeafList() {}

  /** Writes a list. */
  static final class Writer implements AutoCloseable {

    private final String name;
    private final DiskFile file;
    private final CRC32C checksum = new CRC32C();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long offset;

    private Writer(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    static Writer create(Folder folder, String name, int shards) throws IOException {
      folder.delete(name);
      var writer = new Writer(name, folder.create(name));
      writer.buffer.putLong(MAGIC).putInt(shards);
      return writer;
    }

    void leaf(BackedUpLeaf leaf) throws IOException {
      ensureRoom();
      buffer
          .put(LEAF)
          .putShort((short) leaf.fence().length)
          .put(leaf.fence())
          .putInt(leaf.sums().bytes())
          .putInt(leaf.sums().crc32c())
          .putInt(leaf.sums().crc32())
          .putInt(leaf.place().chunk())
          .putInt(leaf.place().offset());
    }

    void endShard() throws IOException {
      ensureRoom();
      buffer.put(END);
    }

    /** Makes the file durable, except its name, and returns its checksum. */
    FileSum finish() throws IOException {
      flush();
      file.force();
      return new FileSum(name, offset, (int) checksum.getValue());
    }

    private void ensureRoom() throws IOException {
      if (buffer.remaining() < MOST_RECORD_BYTES) {
        flush();
      }
    }

    private void flush() throws IOException {
      buffer.flip();
      checksum.update(buffer.duplicate());
      var bytes = buffer.remaining();
      file.writeFully(buffer, offset);
      offset += bytes;
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Reads a list whose checksum is right. */
  static final class Reader implements AutoCloseable {

    private final String path;
    private final DiskFile file;
    private final long bytes;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private long offset;

    private Reader(String path, DiskFile file) throws IOException {
      this.path = path;
      this.file = file;
      this.bytes = file.size();
    }

    /** Opens the list of so many shards. Fails with {@link FileDamaged} when it is none. */
    static Reader open(Folder folder, String name, int shards) throws IOException {
      var file = folder.openToRead(name);
      try {
        var reader = new Reader(folder.locate(name), file);
        reader.requireHeader(shards);
        return reader;
      } catch (IOException | RuntimeException e) {
        try {
          file.close();
        } catch (IOException f) {
          e.addSuppressed(f);
        }
        throw e;
      }
    }

    private void requireHeader(int shards) throws IOException {
      fill();
      if (buffer.remaining() < Long.BYTES + Integer.BYTES
          || buffer.getLong() != MAGIC
          || buffer.getInt() != shards) {
        throw new FileDamaged(path, 0, "header");
      }
    }

    /**
     * Returns the next leaf of the shard; null at its end, once. The next call begins with the next
     * shard.
     */
    @Nullable
    BackedUpLeaf next() throws IOException {
      fill();
      try {
        var kind = buffer.get();
        if (kind == END) {
          return null;
        }
        if (kind != LEAF) {
          throw new FileDamaged(path, offset - buffer.remaining(), "kind:" + kind);
        }
        var fence = new byte[Short.toUnsignedInt(buffer.getShort())];
        buffer.get(fence);
        var sums = new Sums(buffer.getInt(), buffer.getInt(), buffer.getInt());
        return new BackedUpLeaf(fence, sums, new Place(buffer.getInt(), buffer.getInt()));
      } catch (BufferUnderflowException e) {
        throw new FileDamaged(path, offset, "endsEarly");
      }
    }

    /** Goes to the next shard. */
    void skipShard() throws IOException {
      while (next() != null) {
        // its leaves are not wanted
      }
    }

    private void fill() throws IOException {
      if (buffer.remaining() >= MOST_RECORD_BYTES) {
        return;
      }
      buffer.compact();
      buffer.limit((int) Math.min(buffer.capacity(), buffer.position() + bytes - offset));
      var read = buffer.remaining();
      file.readFully(buffer, offset);
      offset += read;
      buffer.flip();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
