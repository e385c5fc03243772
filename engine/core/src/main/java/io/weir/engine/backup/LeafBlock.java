package io.weir.engine.backup;

import io.weir.engine.backup.BackedUpLeaf.Sums;
import io.weir.engine.checkpoint.SnapshotVisitor;
import io.weir.engine.page.PageStore;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * The entries of one leaf as bytes. It does not depend on the form of pages nor on the machine.
 *
 * <pre>
 * bytes  meaning (numbers big-endian), for each entry in key order
 * 2      p, length of what the key shares with the key before it
 * 2      s, length of the rest of the key
 * 4      v, length of the value
 * s      rest of the key
 * v      value
 * </pre>
 *
 * <p>A block is not longer than its page, because the page shares only what all of its keys share.
 * Owner: one thread.
 */
final class LeafBlock {

  private final ByteBuffer bytes = ByteBuffer.allocate(PageStore.MAX_PAGE_BYTES);
  private byte[] last = {};

  /** Adds the next entry. */
  void add(byte[] key, byte[] stored) {
    var differs = Arrays.mismatch(last, key);
    var shared = differs < 0 ? key.length : differs;
    bytes
        .putShort((short) shared)
        .putShort((short) (key.length - shared))
        .putInt(stored.length)
        .put(key, shared, key.length - shared)
        .put(stored);
    last = key;
  }

  /** Returns the block, which is valid until the next call of {@link #clear}. */
  ByteBuffer bytes() {
    return bytes.duplicate().flip();
  }

  Sums sums() {
    return sumsOf(bytes());
  }

  void clear() {
    bytes.clear();
    last = new byte[0];
  }

  static Sums sumsOf(ByteBuffer block) {
    var crc32c = new CRC32C();
    crc32c.update(block.duplicate());
    var crc32 = new CRC32();
    crc32.update(block.duplicate());
    return new Sums(block.remaining(), (int) crc32c.getValue(), (int) crc32.getValue());
  }

  /**
   * Shows the entries of a block whose checksums are right. Fails with
   * {@link IllegalStateException} when it is no block.
   */
  static void read(ByteBuffer block, SnapshotVisitor visitor) {
    var last = new byte[0];
    try {
      while (block.hasRemaining()) {
        last = entry(block, last, visitor);
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IllegalStateException("the block of a leaf is malformed", e);
    }
  }

  private static byte[] entry(ByteBuffer block, byte[] last, SnapshotVisitor visitor) {
    var shared = Short.toUnsignedInt(block.getShort());
    var rest = Short.toUnsignedInt(block.getShort());
    var length = block.getInt();
    if (shared > last.length || (long) rest + length > block.remaining()) {
      throw new BufferUnderflowException();
    }
    var key = Arrays.copyOf(last, shared + rest);
    block.get(key, shared, rest);
    var stored = new byte[length];
    block.get(stored);
    visitor.entry(key, stored);
    return key;
  }
}
