package io.weir.engine.query;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.PropertyCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entity that a predicate is at, in its stored form. One serves for all entities, one after the other.
 *
 * <p>What conditions ask for is looked up when it is first asked for: the separator of the keys, and in one walk all properties of
 * the filter.
 */
final class CurrentEntity {

  private static final int TIMESTAMP_BYTES = 8;
  private static final int UNKNOWN = -1;
  private static final int ABSENT = -1;

  private final PropertyNames names;
  /** By the number of a name: where its property begins. */
  private final int[] propertyAt;

  private final PropertyCursor cursor = new PropertyCursor(new byte[0], 0, 0);
  private byte[] key = new byte[0];
  private int keyAt;
  private int keyEnd;
  private int separatorAt;
  private byte[] stored = new byte[0];
  private int storedAt;
  private int storedEnd;
  private boolean arePropertiesLocated;
  /** The number of the name that the cursor is at. */
  private int cursorIsAt;

  CurrentEntity(PropertyNames names) {
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

  /** Compares the PartitionKey with encoded text: negative, zero or positive. */
  int comparePartitionKey(byte[] text) {
    return Arrays.compareUnsigned(key, keyAt, separatorAt(), text, 0, text.length);
  }

  int compareRowKey(byte[] text) {
    return Arrays.compareUnsigned(key, separatorAt() + 1, keyEnd, text, 0, text.length);
  }

  /** Compares the Timestamp with eight bytes, big-endian. Ticks are never negative, so unsigned order is theirs. */
  int compareTimestamp(byte[] ticks) {
    return Arrays.compareUnsigned(
        stored, storedAt, storedAt + TIMESTAMP_BYTES, ticks, 0, TIMESTAMP_BYTES);
  }

  /** A cursor on the property of this number, good until the next call; absent when the entity lacks it. */
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

  /** Walks until nothing is missing; so where only one property is asked for, the cursor is there already. */
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
