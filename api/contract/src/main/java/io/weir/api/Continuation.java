package io.weir.api;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * A position in a query's answer: entities before it have been answered, entities after it have not.
 *
 * <p>A continuation holds a key and none of the service's state. It therefore never expires: it stays valid across restarts, and
 * after the entity that it names was deleted. Its text form is opaque, versioned and protected by a checksum.
 *
 * @param key the key at which the position lies
 * @param inclusive whether an entity of exactly that key has still to be answered
 * @param direction the direction of the query
 */
public record Continuation(EntityKey key, boolean inclusive, Direction direction) {

  private static final byte VERSION = 1;
  private static final int INCLUSIVE = 1;
  private static final int DESCENDING = 2;
  private static final int UNORDERED = 4;
  private static final int HEAD_BYTES = 2;
  private static final int CHECK_BYTES = 4;

  /** Returns the position just before the entity of this key. */
  public static Continuation at(EntityKey key, Direction direction) {
    return new Continuation(key, true, direction);
  }

  /** Returns the position just after the entity of this key. */
  public static Continuation after(EntityKey key, Direction direction) {
    return new Continuation(key, false, direction);
  }

  /** Returns the text form: base64url of version, flags, encoded key and CRC-32C. */
  public String encode() {
    var keyBytes = key.encoded();
    var bytes = ByteBuffer.allocate(HEAD_BYTES + keyBytes.length + CHECK_BYTES)
        .put(VERSION)
        .put((byte) ((inclusive ? INCLUSIVE : 0) | flag(direction)))
        .put(keyBytes);
    bytes.putInt(check(bytes.array(), bytes.position()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /**
   * Reads the text that {@link #encode()} returned.
   *
   * <p>Fails with {@code InvalidInput} when the text is damaged or its version is unknown. Damage in bits that base64 leaves unused
   * is detected as well.
   */
  public static Continuation parse(String text) {
    var bytes = decodeBase64(text);
    var keyBytes = bytes.length - HEAD_BYTES - CHECK_BYTES;
    if (keyBytes < 1
        || bytes[0] != VERSION
        || ByteBuffer.wrap(bytes).getInt(bytes.length - CHECK_BYTES)
            != check(bytes, bytes.length - CHECK_BYTES)) {
      throw notAToken();
    }
    var place = new Continuation(
        EntityKey.decode(bytes, HEAD_BYTES, keyBytes),
        (bytes[1] & INCLUSIVE) != 0,
        direction(bytes[1]));
    if (!place.encode().equals(text)) {
      throw notAToken();
    }
    return place;
  }

  private static int flag(Direction direction) {
    return switch (direction) {
      case ASCENDING -> 0;
      case DESCENDING -> DESCENDING;
      case UNORDERED -> UNORDERED;
    };
  }

  private static Direction direction(int flags) {
    if ((flags & UNORDERED) != 0) {
      return Direction.UNORDERED;
    }
    return (flags & DESCENDING) != 0 ? Direction.DESCENDING : Direction.ASCENDING;
  }

  private static byte[] decodeBase64(String text) {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw notAToken();
    }
  }

  private static int check(byte[] bytes, int length) {
    var crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static InvalidRequestException notAToken() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=continuationToken");
  }
}
