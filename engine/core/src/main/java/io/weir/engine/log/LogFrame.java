package io.weir.engine.log;

import java.nio.ByteBuffer;

/**
 * One frame of the log: a record, or a mark.
 *
 * <p>On disk, big-endian, beginning at a multiple of 8 bytes:
 *
 * <pre>
 * offset  width  meaning
 *      0      4  CRC32C over the store id, the salt of the segment and the position of this frame,
 *                none of which is stored here, and over bytes 4 to 24+n
 *      4      4  length of this frame without padding, 24+n
 *      8      8  sequence: number of this record; in a mark, that of the record that comes next
 *     16      8  forced position: all frames below it were durable when this one was written
 *     24      n  payload; none in a mark
 *   24+n   0..7  zeros up to the next multiple of 8
 * </pre>
 *
 * <p>After the last frame a segment holds zeros, or frames of the segment that the file was before.
 * Neither is a frame of this segment: a length is at least 24, and the old frames have another
 * salt. A clean close leaves a mark as a witness that all frames before it were forced; visitors do
 * not see it.
 *
 * @param payload a view of the reader's buffer, valid until the next read
 */
public record LogFrame(long sequence, long forcedPosition, ByteBuffer payload) {
  public static final int CHECKSUM_AT = 0;
  public static final int LENGTH_AT = 4;
  public static final int SEQUENCE_AT = 8;
  public static final int FORCED_AT = 16;
  public static final int HEADER_BYTES = 24;
  static final int ALIGNMENT = 8;

  /**
   * Returns the bytes that a payload of {@code payloadBytes} takes in a segment, header and padding
   * included.
   */
  public static int bytes(int payloadBytes) {
    return HEADER_BYTES + payloadBytes + paddingBytes(payloadBytes);
  }

  public static int paddingBytes(int payloadBytes) {
    return -payloadBytes & (ALIGNMENT - 1);
  }

  public int bytes() {
    return bytes(payload.remaining());
  }

  boolean isMark() {
    return !payload.hasRemaining();
  }
}
