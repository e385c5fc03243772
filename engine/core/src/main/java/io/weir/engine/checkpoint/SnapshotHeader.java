package io.weir.engine.checkpoint;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The first bytes of a snapshot.
 *
 * <pre>
 * offset  bytes  meaning (numbers big-endian)
 * 0       8      "WEIRSNAP"
 * 8       4      format version, 1
 * 12      16     store id
 * 28      8      log position: everything logged before it is in this file
 * 36      8      highest Timestamp given when the snapshot was begun, in ticks
 * 44      4      CRC-32C of the bytes before
 * 48      ..     blocks: see {@link SnapshotWriter}
 * </pre>
 *
 * @param storeId names the store
 * @param position where replay of the log continues
 * @param lastTicks new Timestamps are above this, and above the highest in the log
 */
public record SnapshotHeader(UUID storeId, long position, long lastTicks) {

  static final int BYTES = 48;
  private static final long MAGIC = 0x57454952534E4150L;
  private static final int FORMAT = 1;
  private static final int CHECKED_BYTES = 44;

  ByteBuffer encode() {
    var out = ByteBuffer.allocate(BYTES)
        .putLong(MAGIC)
        .putInt(FORMAT)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putLong(position)
        .putLong(lastTicks);
    return out.putInt(Checksum.of(out, 0, CHECKED_BYTES)).flip();
  }

  /** Returns the kind of damage in one word, or empty if there is none. */
  static String damageOf(ByteBuffer in) {
    if (in.getLong(0) != MAGIC) {
      return "noSnapshot";
    }
    if (in.getInt(8) != FORMAT) {
      return "unknownFormat:" + in.getInt(8);
    }
    if (in.getInt(CHECKED_BYTES) != Checksum.of(in, 0, CHECKED_BYTES)) {
      return "headerChecksum";
    }
    return "";
  }

  /** Reads bytes that {@link #encode} wrote; they must be undamaged. */
  static SnapshotHeader decode(ByteBuffer in) {
    return new SnapshotHeader(
        new UUID(in.getLong(12), in.getLong(20)), in.getLong(28), in.getLong(36));
  }
}
