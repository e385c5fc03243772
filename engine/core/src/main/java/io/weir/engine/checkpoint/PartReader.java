package io.weir.engine.checkpoint;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.extent.PersistedPage;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Reads one part of a leaf directory; {@link DirectoryWriter} draws the layout.
 *
 * <p>Owner: one thread that may block. Needs no open store.
 *
 * <p>The records shown to a visitor are void if reading fails. That may happen at the very end,
 * because only there the checksum of the part is known.
 */
final class PartReader implements AutoCloseable {

  /** Receives the records of a part. */
  interface Visitor {
    void leaf(PersistedLeaf leaf) throws IOException;

    void moved(byte[] fence, int begins, long id) throws IOException;

    void removed(long id) throws IOException;
  }

  private static final int BUFFER_BYTES = 256 << 10;
  private static final int LEAST_BYTES = Integer.BYTES + 1 + Long.BYTES;

  private final String path;
  private final DiskFile file;
  private final DirectoryPart part;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private long offset;

  private PartReader(String path, DiskFile file, DirectoryPart part) {
    this.path = path;
    this.file = file;
    this.part = part;
    this.offset = part.offset();
  }

  /** Shows the records of a part and returns the number of the shard's leaves with it. */
  static long read(Folder folder, UUID storeId, int shard, DirectoryPart part, Visitor visitor)
      throws IOException {
    var name = DirectoryWriter.name(part.file());
    if (!folder.exists(name)) {
      throw new CheckpointInvalid("a leaf directory is missing file=" + folder.locate(name));
    }
    try (var reader = new PartReader(folder.locate(name), folder.openToRead(name), part)) {
      return reader.all(storeId, shard, visitor);
    }
  }

  private long all(UUID storeId, int shard, Visitor visitor) throws IOException {
    if (part.offset() < DirectoryWriter.HEADER_BYTES
        || part.bytes() < LEAST_BYTES
        || part.offset() + part.bytes() > file.size()) {
      throw damaged("length");
    }
    requireHeader(storeId);
    fill();
    if (buffer.getInt() != shard) {
      throw damaged("shard");
    }
    try {
      var leaves = records(visitor);
      if (left() > 0 || buffer.hasRemaining() || (int) checksum.getValue() != part.checksum()) {
        throw damaged("checksum");
      }
      return leaves;
    } catch (BufferUnderflowException e) {
      throw damaged("endsEarly");
    }
  }

  private void requireHeader(UUID storeId) throws IOException {
    var header = ByteBuffer.allocate(DirectoryWriter.HEADER_BYTES);
    file.readFully(header, 0);
    header.flip();
    if (header.getLong() != DirectoryWriter.MAGIC
        || header.getLong() != storeId.getMostSignificantBits()
        || header.getLong() != storeId.getLeastSignificantBits()
        || header.getLong() != part.file()) {
      throw damaged("header");
    }
  }

  /** Shows all records and returns the number at the end. */
  private long records(Visitor visitor) throws IOException {
    while (true) {
      fill();
      var kind = buffer.get();
      switch (kind) {
        case DirectoryWriter.LEAF -> {
          var begins = Byte.toUnsignedInt(buffer.get());
          var fence = fence();
          visitor.leaf(new PersistedLeaf(
              fence,
              begins,
              new PersistedPage(buffer.getLong(), buffer.getInt(), buffer.getInt())));
        }
        case DirectoryWriter.MOVED -> {
          var begins = Byte.toUnsignedInt(buffer.get());
          visitor.moved(fence(), begins, buffer.getLong());
        }
        case DirectoryWriter.REMOVED -> visitor.removed(buffer.getLong());
        case DirectoryWriter.END -> {
          return buffer.getLong();
        }
        default -> throw damaged("kind:" + kind);
      }
    }
  }

  private byte[] fence() {
    var fence = new byte[Short.toUnsignedInt(buffer.getShort())];
    buffer.get(fence);
    return fence;
  }

  /** Fills the buffer with at least one whole record, or with the rest of the part. */
  private void fill() throws IOException {
    if (buffer.remaining() >= DirectoryWriter.MAX_RECORD_BYTES) {
      return;
    }
    buffer.compact();
    var from = buffer.position();
    buffer.limit((int) Math.min(buffer.capacity(), from + left()));
    var read = buffer.remaining();
    file.readFully(buffer, offset);
    offset += read;
    checksum.update(buffer.duplicate().position(from).limit(from + read));
    buffer.flip();
  }

  private long left() {
    return part.offset() + part.bytes() - offset;
  }

  private CheckpointInvalid damaged(String what) {
    return new CheckpointInvalid("a leaf directory is damaged file=" + path + " offset="
        + (offset - buffer.remaining()) + " damage=" + what);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
