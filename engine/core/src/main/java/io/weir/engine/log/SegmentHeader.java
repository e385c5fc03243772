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
 *      8      4  format version, 2
 *     12      4  length of the file in bytes
 *     16     16  store id
 *     32      8  base position: of the first frame, and where the frames of the segment before end
 *     40      8  base sequence: number of the first record, one more than the last one before
 *     48      8  salt: a random number, not 0, that seeds the checksums of the segment's frames
 *     56      4  CRC32C over bytes 0 to 56
 *     60   4036  zeros, so that no frame shares a sector or a page with the header
 * </pre>
 *
 * <p>The file may have been a segment before, so the bytes after its last frame are zeros or old
 * frames. The salt makes the old ones void. It is random, so that no client can store a value that
 * would be a good frame there.
 *
 * <p>A header of version 1 has no salt: its checksum is at byte 48, and the bytes after its last
 * frame are zeros. Such segments are read and continued, and no longer made.
 *
 * <p>The header is written once and forced before the file gets its name; every file with a
 * segment's name has a header.
 */
public record SegmentHeader(
    UUID storeId, int segmentBytes, long basePosition, long baseSequence, long salt) {

  /** The offset of the first frame in the file. */
  public static final int BYTES = 4096;

  private static final long MAGIC = 0x574549522E4C4F47L;
  private static final int VERSION = 2;
  private static final int VERSION_WITHOUT_SALT = 1;
  private static final int VERSION_AT = 8;
  private static final int SALT_AT = 48;

  /** The salt of a header of version 1. */
  static final long NO_SALT = 0;

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(segmentBytes);
    bytes.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
    bytes.putLong(basePosition).putLong(baseSequence).putLong(salt);
    bytes.putInt(checksum(bytes, bytes.position()));
    return bytes.clear();
  }

  /** Reads a header from the first {@link #BYTES} bytes of {@code file}. */
  static SegmentHeader decode(ByteBuffer bytes, String file) throws LogDamaged {
    if (bytes.getLong(0) != MAGIC) {
      throw new LogDamaged(LogDamaged.Kind.NOT_A_SEGMENT, file, 0, "");
    }
    int version = bytes.getInt(VERSION_AT);
    if (version != VERSION && version != VERSION_WITHOUT_SALT) {
      throw new LogDamaged(LogDamaged.Kind.UNKNOWN_VERSION, file, VERSION_AT, "version=" + version);
    }
    boolean salted = version == VERSION;
    int checksumAt = salted ? SALT_AT + Long.BYTES : SALT_AT;
    if (bytes.getInt(checksumAt) != checksum(bytes, checksumAt)) {
      throw new LogDamaged(LogDamaged.Kind.BAD_HEADER, file, 0, "");
    }
    bytes.position(VERSION_AT + Integer.BYTES);
    int segmentBytes = bytes.getInt();
    return new SegmentHeader(
        new UUID(bytes.getLong(), bytes.getLong()),
        segmentBytes,
        bytes.getLong(),
        bytes.getLong(),
        salted ? bytes.getLong() : NO_SALT);
  }

  private static int checksum(ByteBuffer bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, length));
    return (int) crc.getValue();
  }
}
