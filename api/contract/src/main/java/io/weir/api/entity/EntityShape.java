package io.weir.api.entity;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A check that bytes can be walked as an encoded entity: every length stays within the bytes, every
 * type is known, and the last property ends at the last byte. It does not check names, texts and
 * limits.
 *
 * <p>The layout is that of {@link Entity} and {@link PropertyCursor}. Any thread.
 */
final class EntityShape {

  private static final int LONGEST_VARINT = 4;

  private final byte[] bytes;
  private int at;

  private EntityShape(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Fails with {@code InvalidInput} when the bytes cannot be walked. */
  static void require(byte[] bytes) {
    new EntityShape(bytes).check();
  }

  private void check() {
    checkHead();
    while (at < bytes.length) {
      skip(varint());
      skip(valueBytes(next()));
    }
  }

  private void checkHead() {
    if (bytes.length < Entity.KEY_AT + 1 + Entity.TIMESTAMP_BYTES) {
      throw malformed();
    }
    var keyBytes = BigEndian.int32(bytes, 0);
    if (keyBytes < 1
        || keyBytes > bytes.length - Entity.KEY_AT - Entity.TIMESTAMP_BYTES
        || !holdsSeparator(keyBytes)) {
      throw malformed();
    }
    var ticks = BigEndian.int64(bytes, Entity.KEY_AT + keyBytes);
    if (ticks < 0 || ticks > EdmDateTime.MAX_TICKS) {
      throw malformed();
    }
    at = Entity.KEY_AT + keyBytes + Entity.TIMESTAMP_BYTES;
  }

  private boolean holdsSeparator(int keyBytes) {
    for (var i = Entity.KEY_AT; i < Entity.KEY_AT + keyBytes; i++) {
      if (bytes[i] == EntityKey.SEPARATOR) {
        return true;
      }
    }
    return false;
  }

  private int valueBytes(byte tag) {
    var length = ValueLength.ofTag(tag);
    if (length == ValueLength.UNKNOWN_TYPE) {
      throw malformed();
    }
    return length == ValueLength.PREFIXED ? varint() : length;
  }

  private int varint() {
    var value = 0;
    for (var i = 0; i < LONGEST_VARINT; i++) {
      var part = next();
      value |= (part & 0x7F) << 7 * i;
      if (part >= 0) {
        return value;
      }
    }
    throw malformed();
  }

  private byte next() {
    if (at >= bytes.length) {
      throw malformed();
    }
    return bytes[at++];
  }

  private void skip(int count) {
    if (count > bytes.length - at) {
      throw malformed();
    }
    at += count;
  }

  private InvalidRequestException malformed() {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT,
        "expected=encodedEntity bytes=" + bytes.length + " damagedAt=" + at);
  }
}
