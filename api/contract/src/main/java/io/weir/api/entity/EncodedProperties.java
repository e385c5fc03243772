package io.weir.api.entity;

import io.weir.api.edm.EdmType;
import java.util.Arrays;

/**
 * A growing array of encoded properties, in the form that {@link PropertyCursor} reads. Belongs to
 * one builder.
 */
final class EncodedProperties {

  private static final int INITIAL_BYTES = 256;
  private static final int LONGEST_VARINT = 5;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int length;

  int length() {
    return length;
  }

  void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, length);
  }

  /** Writes name and type. The caller writes the value next. */
  void begin(byte[] name, EdmType type) {
    bytes(name);
    int8(type.tag());
  }

  /** Writes the length of the value, then the value. */
  void bytes(byte[] value) {
    varint(value.length);
    raw(value, 0, value.length);
  }

  void int8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  void int32(int value) {
    reserve(4);
    BigEndian.putInt32(bytes, length, value);
    length += 4;
  }

  void int64(long value) {
    reserve(8);
    BigEndian.putInt64(bytes, length, value);
    length += 8;
  }

  private void raw(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  private void varint(int value) {
    reserve(LONGEST_VARINT);
    while (value > 0x7F) {
      bytes[length++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    bytes[length++] = (byte) value;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
