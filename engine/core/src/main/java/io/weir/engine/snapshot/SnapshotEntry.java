package io.weir.engine.snapshot;

import java.nio.ByteBuffer;

/** Reads entries out of a block; {@link SnapshotWriter} draws them. */
final class SnapshotEntry {

  private SnapshotEntry() {}

  /** Whether an entry begins at the block's position and ends within its limit. */
  static boolean isWhole(ByteBuffer block) {
    if (block.remaining() < SnapshotWriter.ENTRY_HEADER_BYTES) {
      return false;
    }
    var at = block.position();
    long keyBytes = block.getInt(at);
    long storedBytes = block.getInt(at + Integer.BYTES);
    return keyBytes >= 0
        && storedBytes >= 0
        && keyBytes + storedBytes <= block.remaining() - SnapshotWriter.ENTRY_HEADER_BYTES;
  }

  /** Shows the entry at the block's position, which is whole, and moves behind it. */
  static void show(ByteBuffer block, SnapshotVisitor visitor) {
    var key = new byte[block.getInt()];
    var stored = new byte[block.getInt()];
    block.get(key).get(stored);
    visitor.entry(key, stored);
  }
}
