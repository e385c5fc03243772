package io.weir.engine.log;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The header of a segment file: it names the store and the segment's place in the log.
 *
 * <p>On disk, big-endian:
 *
 * <pre>
 * offset  width  meaning
 *      0      8  magic "WEIR.LOG"
 *      8      4  format version, 1
 *     12      4  length of the file in bytes
 *     16     16  store id
 *     32      8  base position: of the first frame, and where the frames of the segment before end
 *     40      8  base sequence: number of the first record, one more than the last one before
 *     48      4  CRC32C over bytes 0 to 48
 *     52   4044  zeros, so that no frame shares a sector or a page with the header
 * </pre>
 *
 * <p>The header is written once and forced before the file gets its name; every file with a segment's name has a
 * header.
 */
public record SegmentHeader(UUID storeId, int segmentBytes, long basePosition, long baseSequence) {
  /** The offset of the first frame in the file. */
  public static final int BYTES = 4096;

  private static final long MAGIC = 0x574549522E4C4F47L;
  private static final int VERSION = 1;
  private static final int VERSION_AT = 8;
  private static final int CHECKSUM_AT = 48;

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(segmentBytes);
    bytes.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
    bytes.putLong(basePosition).putLong(baseSequence);
    bytes.putInt(checksum(bytes));
    return bytes.clear();
  }

  /** Reads a header from the first {@link #BYTES} bytes of {@code file}. */
  static SegmentHeader decode(ByteBuffer bytes, String file) throws LogDamaged {
    if (bytes.getLong(0) != MAGIC) {
      throw new LogDamaged(LogDamaged.Kind.NOT_A_SEGMENT, file, 0, "");
    }
    int version = bytes.getInt(VERSION_AT);
    if (version != VERSION) {
      throw new LogDamaged(LogDamaged.Kind.UNKNOWN_VERSION, file, VERSION_AT, "version=" + version);
    }
    if (bytes.getInt(CHECKSUM_AT) != checksum(bytes)) {
      throw new LogDamaged(LogDamaged.Kind.BAD_HEADER, file, 0, "");
    }
    bytes.position(VERSION_AT + Integer.BYTES);
    int segmentBytes = bytes.getInt();
    return new SegmentHeader(
        new UUID(bytes.getLong(), bytes.getLong()), segmentBytes, bytes.getLong(), bytes.getLong());
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, CHECKSUM_AT));
    return (int) crc.getValue();
  }
}
