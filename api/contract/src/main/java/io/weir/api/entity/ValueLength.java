package io.weir.api.entity;

import io.weir.api.edm.EdmType;

/** How many bytes an encoded value takes, by the tag of its type. The layout is that of {@link PropertyCursor}. Any thread. */
final class ValueLength {

  /** Stands for a length that is said before the value. */
  static final int SAID = -1;

  /** No type has this tag. */
  static final int OF_NO_TYPE = 0;

  private static final byte[] BY_TAG = byTag();

  private ValueLength() {}

  /** In bytes, or one of the above. */
  static int ofTag(byte tag) {
    return tag >= 0 && tag < BY_TAG.length ? BY_TAG[tag] : OF_NO_TYPE;
  }

  private static byte[] byTag() {
    var lengths = new byte[EdmType.values().length + 1];
    for (var type : EdmType.values()) {
      lengths[type.tag()] = switch (type) {
        case STRING, BINARY -> SAID;
        case INT32 -> 4;
        case INT64, DOUBLE, DATE_TIME -> 8;
        case BOOLEAN -> 1;
        case GUID -> 16;
      };
    }
    return lengths;
  }
}
