package io.weir.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexPosition;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A position in a query's answer: entities before it have been answered, entities after it have
 * not.
 *
 * <p>A continuation holds a key, for a query in the order of an index also the values and the
 * index's name, and none of the service's state. It therefore never expires: it stays valid across
 * restarts, and after the entity that it names was deleted. After the index was dropped, the query
 * fails with {@code InvalidInput}. Its text form is opaque, versioned and protected by a checksum.
 *
 * @param key the key at which the position lies
 * @param inclusive whether an entity of exactly that key has still to be answered
 * @param direction the direction of the query
 * @param index the place of the key in the order of an index; null in the order of keys
 */
public record Continuation(
    EntityKey key,
    boolean inclusive,
    Direction direction,
    @Nullable IndexPosition index) {

  /** The version of the text of a position in the order of keys. */
  private static final byte OF_KEYS = 1;

  /** The version of the text of a position in the order of an index. */
  private static final byte OF_INDEX = 2;

  private static final int INCLUSIVE = 1;
  private static final int DESCENDING = 2;
  private static final int UNORDERED = 4;
  private static final int HEAD_BYTES = 2;
  private static final int CHECK_BYTES = 4;

  /** Makes a position in the order of keys. */
  public Continuation(EntityKey key, boolean inclusive, Direction direction) {
    this(key, inclusive, direction, null);
  }

  /** Returns the position just before the entity of this key. */
  public static Continuation at(EntityKey key, Direction direction) {
    return new Continuation(key, true, direction);
  }

  /** Returns the position just after the entity of this key. */
  public static Continuation after(EntityKey key, Direction direction) {
    return new Continuation(key, false, direction);
  }

  /**
   * Returns the text form: base64url of version, flags, encoded key and CRC-32C. In the order of an
   * index, the length of its name in one byte, the name, the length of the values in two bytes and
   * the values come before the key.
   */
  public String encode() {
    var keyBytes = key.encoded();
    var place = index == null ? new byte[0] : encode(index);
    var bytes = ByteBuffer.allocate(HEAD_BYTES + place.length + keyBytes.length + CHECK_BYTES)
        .put(index == null ? OF_KEYS : OF_INDEX)
        .put((byte) ((inclusive ? INCLUSIVE : 0) | flag(direction)))
        .put(place)
        .put(keyBytes);
    bytes.putInt(check(bytes.array(), bytes.position()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  private static byte[] encode(IndexPosition index) {
    var name = index.index().value().getBytes(US_ASCII);
    var values = index.values().toByteArray();
    return ByteBuffer.allocate(1 + name.length + 2 + values.length)
        .put((byte) name.length)
        .put(name)
        .putShort((short) values.length)
        .put(values)
        .array();
  }

  /**
   * Reads the text that {@link #encode()} returned.
   *
   * <p>Fails with {@code InvalidInput} when the text is damaged or its version is unknown. Damage
   * in bits that base64 leaves unused is detected as well.
   */
  public static Continuation parse(String text) {
    var bytes = decodeBase64(text);
    var end = bytes.length - CHECK_BYTES;
    if (end <= HEAD_BYTES || ByteBuffer.wrap(bytes).getInt(end) != check(bytes, end)) {
      throw notAToken();
    }
    var place = decode(bytes, end);
    if (!place.encode().equals(text)) {
      throw notAToken();
    }
    return place;
  }

  private static Continuation decode(byte[] source, int end) {
    try {
      var bytes = ByteBuffer.wrap(source, 0, end);
      var version = bytes.get();
      var flags = bytes.get();
      var index = switch (version) {
        case OF_KEYS -> null;
        case OF_INDEX -> index(bytes);
        default -> throw notAToken();
      };
      return new Continuation(
          EntityKey.decode(source, bytes.position(), bytes.remaining()),
          (flags & INCLUSIVE) != 0,
          direction(flags),
          index);
    } catch (BufferUnderflowException e) {
      throw notAToken();
    }
  }

  private static IndexPosition index(ByteBuffer bytes) {
    var name = new byte[bytes.get() & 0xFF];
    bytes.get(name);
    var values = new byte[bytes.getShort() & 0xFFFF];
    bytes.get(values);
    return new IndexPosition(new IndexName(new String(name, US_ASCII)), new EdmBinary(values));
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
