package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The two keys that identify an entity within a table.
 *
 * <p>Keys are ordered by PartitionKey, then by RowKey. Each is compared by UTF-16 unit, as the
 * service orders entities.
 *
 * <p>Fails with {@code KeyValueTooLarge} for a key of more than {@link Limits#KEY_UNITS} units,
 * with {@code OutOfRangeInput} for a key that contains {@code / \ # ?} or a control character
 * (U+0000–001F, U+007F–009F), and with {@code InvalidInput} for an unpaired surrogate.
 *
 * @param partitionKey may be empty
 * @param rowKey may be empty
 */
public record EntityKey(String partitionKey, String rowKey) implements Comparable<EntityKey> {

  /** The byte between the two keys in the encoded form. No key contains it. */
  public static final byte SEPARATOR = 0;

  public EntityKey {
    requireKey("PartitionKey", partitionKey);
    requireKey("RowKey", rowKey);
  }

  /**
   * Returns PartitionKey, {@link #SEPARATOR}, RowKey as bytes. Their unsigned byte order is the
   * order of keys.
   */
  public byte[] encoded() {
    var partitionBytes = KeyText.encodedLength(partitionKey);
    var bytes = new byte[partitionBytes + 1 + KeyText.encodedLength(rowKey)];
    var separatorAt = KeyText.encode(partitionKey, bytes, 0);
    bytes[separatorAt] = SEPARATOR;
    KeyText.encode(rowKey, bytes, separatorAt + 1);
    return bytes;
  }

  /**
   * Reads the bytes that {@link #encoded()} returned. Fails with {@code InvalidInput} when the
   * bytes have another form.
   */
  public static EntityKey decode(byte[] source, int offset, int length) {
    for (var i = offset; i < offset + length; i++) {
      if (source[i] == SEPARATOR) {
        return new EntityKey(
            KeyText.decode(source, offset, i - offset),
            KeyText.decode(source, i + 1, offset + length - i - 1));
      }
    }
    throw new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=encodedKey lengthBytes=" + length);
  }

  @Override
  public int compareTo(EntityKey other) {
    var byPartition = partitionKey.compareTo(other.partitionKey);
    return byPartition != 0 ? byPartition : rowKey.compareTo(other.rowKey);
  }

  /** Whether the text is valid as PartitionKey or RowKey. */
  public static boolean isKey(String text) {
    return text.length() <= Limits.KEY_UNITS && firstForbidden(text) < 0 && Text.isWellFormed(text);
  }

  /**
   * Checks that the text is valid as PartitionKey or RowKey. Fails as the constructor does and
   * names the key by {@code what}.
   */
  public static void requireKey(String what, String key) {
    if (key.length() > Limits.KEY_UNITS) {
      throw new InvalidRequestException(
          ErrorCode.KEY_VALUE_TOO_LARGE,
          "key=" + what + " units=" + key.length() + " limit=" + Limits.KEY_UNITS);
    }
    var forbidden = firstForbidden(key);
    if (forbidden >= 0) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "key=" + what + " forbiddenCharacter=U+"
              + String.format("%04X", (int) key.charAt(forbidden)) + " at=" + forbidden);
    }
    Text.requireWellFormed("key", what, key);
  }

  /** Returns the index of the first forbidden character; -1 when there is none. */
  private static int firstForbidden(String key) {
    for (var i = 0; i < key.length(); i++) {
      if (isForbidden(key.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Whether a key may contain the unit. Surrogates are permitted here; their pairing is checked
   * elsewhere.
   */
  static boolean isPermitted(char unit) {
    return !isForbidden(unit);
  }

  private static boolean isForbidden(char unit) {
    return unit < 0x20
        || unit >= 0x7F && unit <= 0x9F
        || unit == '/'
        || unit == '\\'
        || unit == '#'
        || unit == '?';
  }
}
