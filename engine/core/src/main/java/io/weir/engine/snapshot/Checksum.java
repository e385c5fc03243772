package io.weir.engine.snapshot;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC-32C (RFC 3720, appendix B.4) of a part of a buffer, whose position does not matter and is kept. */
final class Checksum {

  private Checksum() {}

  static int of(ByteBuffer bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes.duplicate().limit(from + length).position(from));
    return (int) crc.getValue();
  }
}
