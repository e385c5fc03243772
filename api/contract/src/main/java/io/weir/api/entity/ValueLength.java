package io.weir.api.entity;

import io.weir.api.edm.EdmType;

/**
 * The length of an encoded value, by the tag of its type. The layout is that of
 * {@link PropertyCursor}. Any thread.
 */
final class ValueLength {

  /** The value is preceded by its length. */
  static final int PREFIXED = -1;

  /** No type has the tag. */
  static final int UNKNOWN_TYPE = 0;

  private static final byte[] BY_TAG = byTag();

  private ValueLength() {}

  /** Returns the length in bytes, {@link #PREFIXED} or {@link #UNKNOWN_TYPE}. */
  static int ofTag(byte tag) {
    return tag >= 0 && tag < BY_TAG.length ? BY_TAG[tag] : UNKNOWN_TYPE;
  }

  private static byte[] byTag() {
    var lengths = new byte[EdmType.values().length + 1];
    for (var type : EdmType.values()) {
      lengths[type.tag()] = switch (type) {
        case STRING, BINARY -> PREFIXED;
        case INT32 -> 4;
        case INT64, DOUBLE, DATE_TIME -> 8;
        case BOOLEAN -> 1;
        case GUID -> 16;
      };
    }
    return lengths;
  }
}
