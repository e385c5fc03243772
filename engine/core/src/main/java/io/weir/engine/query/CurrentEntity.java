package io.weir.engine.query;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.PropertyCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The stored entity that a predicate currently evaluates. One object serves for all entities in
 * turn.
 *
 * <p>It locates the separator of the keys on the first use, and all properties of the filter in one
 * walk on the first use of one.
 */
final class CurrentEntity {

  private static final int TIMESTAMP_BYTES = 8;
  private static final int UNKNOWN = -1;
  private static final int ABSENT = -1;

  private final ComparedProperties names;
  /** Offset of each property, by the number of its name. */
  private final int[] propertyAt;

  private final PropertyCursor cursor = new PropertyCursor(new byte[0], 0, 0);
  private final StoredText text = new StoredText();
  private byte[] key = new byte[0];
  private int keyAt;
  private int keyEnd;
  private int separatorAt;
  private byte[] stored = new byte[0];
  private int storedAt;
  private int storedEnd;
  private boolean arePropertiesLocated;
  /** The number of the name of the cursor's property. */
  private int cursorIsAt;

  CurrentEntity(ComparedProperties names) {
    this.names = names;
    this.propertyAt = new int[names.count()];
  }

  void moveTo(
      byte[] keyBytes,
      int keyOffset,
      int keyLength,
      byte[] storedBytes,
      int storedOffset,
      int storedLength) {
    key = keyBytes;
    keyAt = keyOffset;
    keyEnd = keyOffset + keyLength;
    separatorAt = UNKNOWN;
    stored = storedBytes;
    storedAt = storedOffset;
    storedEnd = storedOffset + storedLength;
    arePropertiesLocated = false;
  }

  /**
   * Compares the PartitionKey with encoded text; returns a negative number, zero or a positive
   * number.
   */
  int comparePartitionKey(byte[] text) {
    return Arrays.compareUnsigned(key, keyAt, separatorAt(), text, 0, text.length);
  }

  int compareRowKey(byte[] text) {
    return Arrays.compareUnsigned(key, separatorAt() + 1, keyEnd, text, 0, text.length);
  }

  /**
   * Compares the Timestamp with eight bytes, big-endian. Ticks are never negative, and unsigned
   * order is their order.
   */
  int compareTimestamp(byte[] ticks) {
    return Arrays.compareUnsigned(
        stored, storedAt, storedAt + TIMESTAMP_BYTES, ticks, 0, TIMESTAMP_BYTES);
  }

  /** Returns the PartitionKey, valid until the next call for a text. */
  StoredText partitionKey() {
    text.moveTo(key, keyAt, separatorAt());
    return text;
  }

  /** Returns the RowKey, valid until the next call for a text. */
  StoredText rowKey() {
    text.moveTo(key, separatorAt() + 1, keyEnd);
    return text;
  }

  /**
   * Returns the text of the property with this number, valid until the next call for a text; null
   * when the entity has no such text.
   */
  @Nullable
  StoredText text(int name) {
    var property = property(name);
    if (property == null || property.type() != EdmType.STRING) {
      return null;
    }
    var from = property.valueOffset();
    text.moveTo(stored, from, from + property.valueLengthBytes());
    return text;
  }

  /**
   * Returns a cursor on the property with this number, valid until the next call; null when the
   * entity lacks it.
   */
  @Nullable
  PropertyCursor property(int name) {
    if (!arePropertiesLocated) {
      locateProperties();
    }
    if (propertyAt[name] == ABSENT) {
      return null;
    }
    if (cursorIsAt != name) {
      cursor.reset(stored, propertyAt[name], storedEnd);
      cursor.next();
      cursorIsAt = name;
    }
    return cursor;
  }

  /**
   * Walks the properties until all names are found. With a single name the cursor then stands on
   * its property.
   */
  private void locateProperties() {
    Arrays.fill(propertyAt, ABSENT);
    arePropertiesLocated = true;
    cursor.reset(stored, storedAt + TIMESTAMP_BYTES, storedEnd);
    var missing = propertyAt.length;
    for (var at = cursor.endOffset(); missing > 0 && cursor.next(); at = cursor.endOffset()) {
      cursorIsAt = names.indexOf(stored, cursor.nameOffset(), cursor.nameLength());
      if (cursorIsAt >= 0) {
        propertyAt[cursorIsAt] = at;
        missing--;
      }
    }
  }

  private int separatorAt() {
    if (separatorAt == UNKNOWN) {
      separatorAt = keyAt;
      while (key[separatorAt] != EntityKey.SEPARATOR) {
        separatorAt++;
      }
    }
    return separatorAt;
  }
}
