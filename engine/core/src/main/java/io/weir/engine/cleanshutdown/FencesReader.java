package io.weir.engine.cleanshutdown;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.extent.PersistedExtent;
import io.weir.engine.page.extent.PersistedPage;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Reads a fences file; {@link FencesWriter} draws the layout.
 *
 * <p>Owner: one thread that may block. Needs no open store.
 *
 * <p>The leaves and extents shown to a visitor are void if reading fails. That may happen at the very end, because
 * only there the checksum of the whole file is known.
 */
public final class FencesReader implements AutoCloseable {

  private static final int BUFFER_BYTES = 256 << 10;
  private static final int HEADER_BYTES = 28;

  private final String path;
  private final DiskFile file;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private long offset;
  private long leaves;

  private FencesReader(String path, DiskFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Shows the contents of a shard's file.
   *
   * @param expected length and checksum from the marker
   * @throws CleanShutdownInvalid if the file is not the one that the marker names
   */
  public static void read(
      Folder fences, UUID storeId, int shard, FencesFile expected, FencesVisitor visitor)
      throws IOException {
    var name = FencesWriter.name(shard);
    var path = fences.locate(name);
    if (!fences.exists(name)) {
      throw new CleanShutdownInvalid("a fences file is missing file=" + path);
    }
    try (var reader = new FencesReader(path, fences.openToRead(name))) {
      reader.all(storeId, shard, expected, visitor);
    }
  }

  private void all(UUID storeId, int shard, FencesFile expected, FencesVisitor visitor)
      throws IOException {
    if (file.size() != expected.bytes() || expected.bytes() < HEADER_BYTES) {
      throw damaged("length", file.size());
    }
    fill();
    if (buffer.getLong() != FencesWriter.MAGIC
        || buffer.getLong() != storeId.getMostSignificantBits()
        || buffer.getLong() != storeId.getLeastSignificantBits()
        || buffer.getInt() != shard) {
      throw damaged("header", 0);
    }
    try {
      while (record(visitor)) {
        fill();
      }
    } catch (BufferUnderflowException e) {
      throw damaged("endsEarly", position());
    }
    if (position() != expected.bytes() || (int) checksum.getValue() != expected.checksum()) {
      throw damaged("checksum", position());
    }
  }

  private boolean record(FencesVisitor visitor) throws IOException {
    var kind = buffer.get();
    switch (kind) {
      case FencesWriter.LEAF -> visitor.leaf(leaf());
      case FencesWriter.EXTENT -> visitor.extent(extent());
      case FencesWriter.END -> {
        if (buffer.getLong() != leaves) {
          throw damaged("leafCount", position());
        }
      }
      default -> throw damaged("kind:" + kind, position());
    }
    return kind != FencesWriter.END;
  }

  private PersistedLeaf leaf() {
    var begins = Byte.toUnsignedInt(buffer.get());
    var fence = new byte[Short.toUnsignedInt(buffer.getShort())];
    buffer.get(fence);
    leaves++;
    return new PersistedLeaf(
        fence,
        begins,
        new PersistedPage(
            buffer.getLong(),
            buffer.getInt(),
            Short.toUnsignedInt(buffer.getShort()),
            buffer.getInt(),
            buffer.getLong()));
  }

  private PersistedExtent extent() {
    var large = buffer.get() != 0;
    return new PersistedExtent(
        buffer.getInt(),
        large,
        buffer.getInt(),
        buffer.getInt(),
        buffer.getLong(),
        buffer.getLong());
  }

  /** Fills the buffer with at least one whole record, or with the rest of the file. */
  private void fill() throws IOException {
    if (buffer.remaining() >= FencesWriter.MAX_RECORD_BYTES) {
      return;
    }
    buffer.compact();
    var from = buffer.position();
    var left = file.size() - offset;
    buffer.limit((int) Math.min(buffer.capacity(), from + left));
    var read = buffer.remaining();
    file.readFully(buffer, offset);
    offset += read;
    checksum.update(buffer.duplicate().position(from).limit(from + read));
    buffer.flip();
  }

  /** Returns where in the file the next record begins. */
  private long position() {
    return offset - buffer.remaining();
  }

  private CleanShutdownInvalid damaged(String what, long at) {
    return new CleanShutdownInvalid(
        "a fences file is damaged file=" + path + " offset=" + at + " damage=" + what);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
