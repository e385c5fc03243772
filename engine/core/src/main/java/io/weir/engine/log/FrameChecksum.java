package io.weir.engine.log;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Computes the checksum of the frames of one segment. The seed is the store id, the segment's salt,
 * if it has one, and the frame's position. The same bytes are therefore not a valid frame in
 * another store, in another segment or at another position.
 *
 * <p>Runs on: one thread at a time.
 */
public final class FrameChecksum {
  private static final int MOST_SEED_BYTES = 32;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer seed = ByteBuffer.allocate(MOST_SEED_BYTES);
  private final int positionAt;

  public FrameChecksum(SegmentHeader segment) {
    UUID storeId = segment.storeId();
    seed.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
    if (segment.salt() != SegmentHeader.NO_SALT) {
      seed.putLong(segment.salt());
    }
    positionAt = seed.position();
    seed.limit(positionAt + Long.BYTES);
  }

  /**
   * Returns the checksum of the frame at {@code position}.
   *
   * @param frame from the byte after its checksum to the end of its payload; read to its limit
   */
  public int of(long position, ByteBuffer frame) {
    seed(position);
    crc.update(frame);
    return (int) crc.getValue();
  }

  private void seed(long position) {
    crc.reset();
    crc.update(seed.putLong(positionAt, position).rewind());
  }
}
