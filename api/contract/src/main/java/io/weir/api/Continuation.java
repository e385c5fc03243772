package io.weir.api;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * A place in a query's answer: what was before it has been answered, the rest has not.
 *
 * <p>It holds a key and nothing of the service's state, so it stays valid for ever: across restarts, and when the entity it
 * names is gone. As text it is opaque, versioned and checked.
 *
 * @param key the key that the place is at
 * @param inclusive whether an entity of that very key is still to be answered
 * @param direction the way the query walks
 */
public record Continuation(EntityKey key, boolean inclusive, Direction direction) {

  private static final byte VERSION = 1;
  private static final int INCLUSIVE = 1;
  private static final int DESCENDING = 2;
  private static final int UNORDERED = 4;
  private static final int HEAD_BYTES = 2;
  private static final int CHECK_BYTES = 4;

  /** The place just before the entity of this key. */
  public static Continuation at(EntityKey key, Direction direction) {
    return new Continuation(key, true, direction);
  }

  /** The place just behind the entity of this key. */
  public static Continuation after(EntityKey key, Direction direction) {
    return new Continuation(key, false, direction);
  }

  /** The place as text: base64url of version, flags, encoded key and CRC-32C. */
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
   * Reads back {@link #encode()}. Fails with {@code InvalidInput} when the text is damaged or of an unknown version, also where the
   * damage is in bits that base64 leaves unused.
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
