package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Arrays;

/**
 * A reader of encoded entities that may be damaged or forged.
 *
 * <p>An entity whose bytes alone prove it valid ({@link PlainForm}) is used as it is. Any other
 * entity is rebuilt by {@link EntityBuilder}, which enforces every rule. Bytes that cannot be read
 * are refused.
 *
 * <p>Rebuilding must reproduce the same bytes. Decoding replaces text that is not UTF-8, and an
 * entity must not be stored in another form than it was sent.
 */
final class EntityDecoder {

  private EntityDecoder() {}

  static Entity decode(byte[] untrusted) {
    EntityShape.require(untrusted);
    if (PlainForm.isValid(untrusted)) {
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
