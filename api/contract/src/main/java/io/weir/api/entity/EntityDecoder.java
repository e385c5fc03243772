package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Arrays;

/**
 * Reads an encoded entity that may be damaged or forged. One whose bytes alone tell that it is in order is taken as it is; any other
 * is built anew through {@link EntityBuilder}, which enforces every rule; what the bytes cannot be read as is refused.
 *
 * <p>What was built must be the very bytes again: decoding text replaces what is no UTF-8, and an entity is never stored other than
 * it was sent.
 */
final class EntityDecoder {

  private EntityDecoder() {}

  static Entity decode(byte[] untrusted) {
    EntityShape.require(untrusted);
    if (PlainForm.isObeyedBy(untrusted)) {
      return Entity.ofTrusted(untrusted);
    }
    var rebuilt = rebuild(untrusted);
    if (!Arrays.equals(rebuilt.encoded(), untrusted)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=encodedEntity damagedText=true");
    }
    return rebuilt;
  }

  private static Entity rebuild(byte[] untrusted) {
    var keyBytes = BigEndian.int32(untrusted, 0);
    var propertiesAt = Entity.KEY_AT + keyBytes + Entity.TIMESTAMP_BYTES;
    var builder = new EntityBuilder().key(EntityKey.decode(untrusted, Entity.KEY_AT, keyBytes));
    var cursor = new PropertyCursor(untrusted, propertiesAt, untrusted.length);
    while (cursor.next()) {
      builder.set(cursor.name(), cursor.value());
    }
    return builder.build().withTimestamp(BigEndian.int64(untrusted, Entity.KEY_AT + keyBytes));
  }
}
