package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The two keys that name an entity within a table.
 *
 * <p>Ordered by PartitionKey, then RowKey, each by UTF-16 unit, as the service orders entities.
 *
 * <p>Fails with {@code KeyValueTooLarge} for a key of more than {@link Limits#KEY_UNITS} units, with {@code OutOfRangeInput} for
 * one that holds {@code / \ # ?} or a control character (U+0000–001F, U+007F–009F), and with {@code InvalidInput} for an unpaired
 * surrogate.
 *
 * @param partitionKey may be empty
 * @param rowKey may be empty
 */
public record EntityKey(String partitionKey, String rowKey) implements Comparable<EntityKey> {

  /** Stands between the two keys in the encoded form; no key holds it. */
  public static final byte SEPARATOR = 0;

  public EntityKey {
    requireKey("PartitionKey", partitionKey);
    requireKey("RowKey", rowKey);
  }

  /** PartitionKey, {@link #SEPARATOR}, RowKey; unsigned byte order is the order of keys. */
  public byte[] encoded() {
    var partitionBytes = KeyText.encodedLength(partitionKey);
    var bytes = new byte[partitionBytes + 1 + KeyText.encodedLength(rowKey)];
    var separatorAt = KeyText.encode(partitionKey, bytes, 0);
    bytes[separatorAt] = SEPARATOR;
    KeyText.encode(rowKey, bytes, separatorAt + 1);
    return bytes;
  }

  /** Reads back {@link #encoded()}. Fails with {@code InvalidInput} when the bytes are not of that form. */
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

  /** Whether the text may stand as PartitionKey or RowKey. */
  public static boolean isKey(String text) {
    return text.length() <= Limits.KEY_UNITS && firstForbidden(text) < 0 && Text.isWellFormed(text);
  }

  /** Fails as the constructor does, naming the key at fault as it is told, unless the text may stand as PartitionKey or RowKey. */
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

  /** Index of the first character that no key holds; negative when there is none. */
  private static int firstForbidden(String key) {
    for (var i = 0; i < key.length(); i++) {
      if (isForbidden(key.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a key may hold the unit, if need be with its other half. */
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
