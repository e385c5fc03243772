package io.weir.engine.checkpoint;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The file of the records of one shard that a checkpoint has set aside.
 *
 * <pre>
 * offset  bytes  meaning (numbers big-endian)
 * 0       8      "WEIRASID"
 * 8       16     store id
 * 24      4      number of the shard
 * 28      ..     records, in the order of the log
 *           4    length n of the record, above 0
 *           8    its position in the log
 *           n    the record: of a joint command the part of this shard
 *         4      0: the end
 * </pre>
 *
 * <p>Place, length and checksum of the file stand in the manifest.
 *
 * <p>Owner: one thread that may block.
 */
public final class SetAsideRecords implements AutoCloseable {

  private static final long MAGIC = 0x5745495241534944L;
  private static final int HEADER_BYTES = 28;
  private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;
  private static final int BUFFER_BYTES = 256 << 10;

  private final DiskFile file;
  private final CRC32C checksum = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private long offset;

  /** Receives records. */
  @FunctionalInterface
  public interface Visitor {
    void record(long position, byte[] record) throws IOException;
  }

  private SetAsideRecords(DiskFile file) {
    this.file = file;
  }

  /** Returns the name of the file that a checkpoint has written for a shard. */
  public static String name(long checkpoint, int shard) {
    return DirectoryWriter.name(checkpoint) + "-" + shard;
  }

  /** Begins the file of a shard, and replaces one that a failed checkpoint has left. */
  public static SetAsideRecords create(Folder folder, UUID storeId, long checkpoint, int shard)
      throws IOException {
    var name = name(checkpoint, shard);
    folder.delete(name);
    var records = new SetAsideRecords(folder.create(name));
    records
        .buffer
        .putLong(MAGIC)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putInt(shard);
    return records;
  }

  /** Adds the next record of the shard. */
  public void add(long position, byte[] record) throws IOException {
    ensureRoom(HEAD_BYTES + record.length);
    buffer.putInt(record.length).putLong(position).put(record);
  }

  /**
   * Makes the file durable, except its name, which a force of the folder makes durable. The
   * parameters are those of {@link SetAside}.
   */
  public SetAside finish(long position, long from, long to, long checkpoint) throws IOException {
    ensureRoom(Integer.BYTES);
    buffer.putInt(0);
    flush();
    file.force();
    return new SetAside(position, from, to, checkpoint, offset, (int) checksum.getValue());
  }

  private void ensureRoom(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
      if (buffer.capacity() < bytes) {
        buffer = ByteBuffer.allocate(bytes);
      }
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

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Shows the records of a file, after the whole file was compared with its checksum.
   *
   * @throws CheckpointInvalid if the file is missing or damaged
   */
  public static void read(
      Folder folder, UUID storeId, int shard, SetAside described, Visitor visitor)
      throws IOException {
    var name = name(described.file(), shard);
    if (!folder.exists(name)) {
      throw new CheckpointInvalid(
          "the records of a shard that were set aside are missing file=" + folder.locate(name));
    }
    try (var file = folder.openToRead(name)) {
      new Reading(file, folder.locate(name), described).run(storeId, shard, visitor);
    }
  }

  /** Reads a file twice from its begin to its end. */
  private static final class Reading {

    private final DiskFile file;
    private final String path;
    private final SetAside described;
    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private long offset;

    Reading(DiskFile file, String path, SetAside described) {
      this.file = file;
      this.path = path;
      this.described = described;
    }

    void run(UUID storeId, int shard, Visitor visitor) throws IOException {
      if (file.size() != described.bytes()) {
        throw damaged("length");
      }
      requireChecksum();
      fill(HEADER_BYTES);
      if (buffer.getLong() != MAGIC
          || buffer.getLong() != storeId.getMostSignificantBits()
          || buffer.getLong() != storeId.getLeastSignificantBits()
          || buffer.getInt() != shard) {
        throw damaged("header");
      }
      for (var length = nextLength(); length != 0; length = nextLength()) {
        fill(Long.BYTES + (long) length);
        var position = buffer.getLong();
        var record = new byte[length];
        buffer.get(record);
        visitor.record(position, record);
      }
      if (left() > 0 || buffer.hasRemaining()) {
        throw damaged("goesOn");
      }
    }

    private void requireChecksum() throws IOException {
      var checksum = new CRC32C();
      while (left() > 0) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), left()));
        file.readFully(buffer, offset);
        offset += buffer.flip().remaining();
        checksum.update(buffer);
      }
      if ((int) checksum.getValue() != described.checksum()) {
        throw damaged("checksum");
      }
      offset = 0;
      buffer.limit(0);
    }

    private int nextLength() throws IOException {
      fill(Integer.BYTES);
      var length = buffer.getInt();
      if (length < 0) {
        throw damaged("recordLength");
      }
      return length;
    }

    /** Fills the buffer with at least so many bytes. */
    private void fill(long bytes) throws IOException {
      if (buffer.remaining() >= bytes) {
        return;
      }
      if (bytes - buffer.remaining() > left()) {
        throw damaged("endsEarly");
      }
      var more = bytes <= buffer.capacity() ? buffer.compact() : longer((int) bytes);
      more.limit((int) Math.min(more.capacity(), more.position() + left()));
      var read = more.remaining();
      file.readFully(more, offset);
      offset += read;
      buffer = more.flip();
    }

    private ByteBuffer longer(int bytes) {
      return ByteBuffer.allocate(bytes).put(buffer);
    }

    private long left() {
      return described.bytes() - offset;
    }

    private CheckpointInvalid damaged(String what) {
      return new CheckpointInvalid("the records of a shard that were set aside are damaged file="
          + path + " offset=" + (offset - buffer.remaining()) + " damage=" + what);
    }
  }
}
