package io.weir.engine.checkpoint;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Computes the CRC-32C (RFC 3720, appendix B.4) of a part of a buffer. Ignores and keeps the
 * buffer's position.
 */
final class Checksum {

  private Checksum() {}

  static int of(ByteBuffer bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes.duplicate().limit(from + length).position(from));
    return (int) crc.getValue();
  }
}
