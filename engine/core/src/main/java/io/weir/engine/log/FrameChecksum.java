package io.weir.engine.log;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Computes the checksum of frames. The seed is the store id and the frame's position, so the same bytes are not a
 * valid frame in another store or at another position.
 *
 * <p>Runs on: one thread at a time.
 */
public final class FrameChecksum {
  private static final int POSITION_AT = 16;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer seed = ByteBuffer.allocate(POSITION_AT + Long.BYTES);

  public FrameChecksum(UUID storeId) {
    seed.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
  }

  /**
   * Returns the checksum of the frame at {@code position}.
   *
   * @param header the frame's header after the checksum itself; read to its limit, as is the payload
   */
  public int of(long position, ByteBuffer header, ByteBuffer payload) {
    seed(position);
    crc.update(header);
    crc.update(payload);
    return (int) crc.getValue();
  }

  /**
   * Returns the checksum of a frame that lies in one piece, from the byte after its checksum to the end of its
   * payload.
   */
  public int of(long position, ByteBuffer frame) {
    seed(position);
    crc.update(frame);
    return (int) crc.getValue();
  }

  private void seed(long position) {
    crc.reset();
    crc.update(seed.putLong(POSITION_AT, position).rewind());
  }
}
