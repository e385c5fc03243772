package io.weir.api.entity;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;

/**
 * The size of an entity, as it counts towards the limit of 1 MiB.
 *
 * <p>The published formula counts 4 bytes, 2 bytes for each UTF-16 unit of the keys, and for each
 * property 8 bytes, 2 bytes for each unit of its name, and its value. A string value counts 4 bytes
 * and 2 for each unit, a binary value 4 bytes and its length, a boolean 1, an Int32 4, a GUID 16,
 * any other type 8. Source: "Understanding the Table service data model" and the capacity formula
 * published with it.
 */
public final class EntitySize {

  private static final int ENTITY = 4;
  private static final int PROPERTY = 8;
  private static final int LENGTH = 4;

  private EntitySize() {}

  /** Returns the size of an entity without properties. */
  public static int ofKey(EntityKey key) {
    return ofKeys(key.partitionKey().length(), key.rowKey().length());
  }

  /** Returns the size that a property adds to its entity. */
  public static int ofProperty(String name, EdmValue value) {
    return ofProperty(name.length(), ofValue(value));
  }

  private static int ofValue(EdmValue value) {
    if (value instanceof EdmString text) {
      return ofString(text.value().length());
    }
    return value instanceof EdmBinary binary ? ofBinary(binary.length()) : ofFixed(value.type());
  }

  /** Returns the size that the property at a cursor adds to its entity. Decodes nothing. */
  public static int ofProperty(PropertyCursor cursor) {
    var nameUnits = Utf8.units(cursor.bytes(), cursor.nameOffset(), cursor.nameLength());
    return ofProperty(nameUnits, ofValue(cursor));
  }

  private static int ofValue(PropertyCursor cursor) {
    return switch (cursor.type()) {
      case STRING, BINARY -> LENGTH + ofContent(cursor);
      default -> ofFixed(cursor.type());
    };
  }

  /**
   * Returns the bytes of the value at a cursor, as the limit on values counts them: two for each
   * UTF-16 unit of a text. Decodes nothing.
   */
  public static int ofContent(PropertyCursor cursor) {
    return cursor.type() == EdmType.STRING
        ? 2 * Utf8.units(cursor.bytes(), cursor.valueOffset(), cursor.valueLengthBytes())
        : cursor.valueLengthBytes();
  }

  static int ofKeys(int partitionKeyUnits, int rowKeyUnits) {
    return ENTITY + 2 * (partitionKeyUnits + rowKeyUnits);
  }

  static int ofProperty(int nameUnits, int valueSize) {
    return PROPERTY + 2 * nameUnits + valueSize;
  }

  static int ofString(int units) {
    return LENGTH + 2 * units;
  }

  static int ofBinary(int bytes) {
    return LENGTH + bytes;
  }

  static int ofFixed(EdmType type) {
    return switch (type) {
      case BOOLEAN -> 1;
      case INT32 -> 4;
      case GUID -> 16;
      case INT64, DOUBLE, DATE_TIME -> 8;
      case STRING, BINARY -> throw new IllegalArgumentException("Not of fixed size. type=" + type);
    };
  }
}
