package io.weir.engine.checkpoint;

import java.nio.ByteBuffer;

/** Reads entries from a block; {@link SnapshotWriter} draws the layout. */
final class SnapshotEntry {

  private SnapshotEntry() {}

  /** Returns whether an entry begins at the block's position and ends within its limit. */
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

  /** Shows the visitor the whole entry at the block's position, and moves the position after it. */
  static void show(ByteBuffer block, SnapshotVisitor visitor) {
    var key = new byte[block.getInt()];
    var stored = new byte[block.getInt()];
    block.get(key).get(stored);
    visitor.entry(key, stored);
  }
}
