package io.weir.api.entity;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * Reads an encoded entity that may be damaged or forged, by building it anew through {@link EntityBuilder}, which enforces every
 * rule; what the bytes cannot be read as is refused.
 */
final class EntityDecoder {

  private EntityDecoder() {}

  static Entity decode(byte[] untrusted) {
    try {
      return rebuild(untrusted);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException e) {
      throw malformed("lengthBytes=" + untrusted.length);
    }
  }

  private static Entity rebuild(byte[] untrusted) {
    var keyBytes = BigEndian.int32(untrusted, 0);
    if (keyBytes < 1 || keyBytes > untrusted.length - Entity.KEY_AT - Entity.TIMESTAMP_BYTES) {
      throw malformed("keyLengthBytes=" + keyBytes);
    }
    var key = EntityKey.decode(untrusted, Entity.KEY_AT, keyBytes);
    var ticks = BigEndian.int64(untrusted, Entity.KEY_AT + keyBytes);
    var builder = new EntityBuilder().key(key);
    var cursor = new PropertyCursor(
        untrusted, Entity.KEY_AT + keyBytes + Entity.TIMESTAMP_BYTES, untrusted.length);
    while (cursor.next()) {
      builder.set(cursor.name(), cursor.value());
    }
    return ticks == 0
        ? builder.build()
        : builder.build().withTimestamp(new EdmDateTime(ticks).ticks());
  }

  private static InvalidRequestException malformed(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=encodedEntity " + facts);
  }
}
