package io.weir.pattern.large;

import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The bytes of a chunk in the properties of its row. */
final class ChunkRow {

  private static final String CHECK = "Crc32c";
  private static final String PIECE = "D";

  private ChunkRow() {}

  static Entity entity(EntityKey key, byte[] bytes) {
    var row = Entity.builder(key.partitionKey(), key.rowKey());
    var check = new CRC32C();
    check.update(bytes);
    row.set(CHECK, (int) check.getValue());
    for (var at = 0; at < bytes.length; at += Limits.BINARY_BYTES) {
      var end = Math.min(at + Limits.BINARY_BYTES, bytes.length);
      row.set(name(at / Limits.BINARY_BYTES), Arrays.copyOfRange(bytes, at, end));
    }
    return row.build();
  }

  /** Returns the bytes. Empty if the row is damaged: another length, or another checksum. */
  static Optional<List<ByteBuffer>> bytes(Entity row, int lengthBytes) {
    var pieces = new ArrayList<ByteBuffer>();
    var check = new CRC32C();
    var left = lengthBytes;
    while (left > 0) {
      var piece =
          row.getBinary(name(pieces.size())).map(EdmBinary::toByteArray).orElse(new byte[0]);
      if (piece.length != Math.min(left, Limits.BINARY_BYTES)) {
        return Optional.empty();
      }
      check.update(piece);
      pieces.add(ByteBuffer.wrap(piece));
      left -= piece.length;
    }
    return row.getInt32(CHECK)
            .filter(expected -> expected == (int) check.getValue())
            .isPresent()
        ? Optional.of(pieces)
        : Optional.empty();
  }

  private static String name(int piece) {
    return PIECE + piece;
  }
}
