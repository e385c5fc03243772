package io.weir.api.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import java.util.Arrays;
import java.util.UUID;

/**
 * A cursor over encoded properties, in their order. It creates no objects until a value is
 * requested.
 *
 * <pre>
 * offset        bytes     meaning
 * 0             1–2       length n of the name in bytes, varint
 * ..            n         name, UTF-8
 * ..            1         type tag, see {@link EdmType#tag()}
 * ..            0–3       string and binary only: length of the value in bytes, varint
 * ..            1,4,8,16  value: integers, ticks and double bits big-endian; string as UTF-8; boolean 0 or 1
 * </pre>
 *
 * <p>Properties follow each other without gaps. A varint holds seven bits in each byte, low bits
 * first. The high bit is set on all bytes except the last.
 *
 * <p>Belongs to one thread. {@link #reset} lets one cursor read many entities.
 */
public final class PropertyCursor {

  private byte[] bytes;
  private int next;
  private int end;
  private int start;
  private int nameAt;
  private int nameBytes;
  private byte tag = EdmType.STRING.tag();
  private int valueAt;
  private int valueBytes;

  /** Positions the cursor before the first property in {@code bytes[from, to)}. */
  public PropertyCursor(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.next = from;
    this.end = to;
  }

  /** Positions the cursor before the first property in {@code otherBytes[from, to)}. */
  public void reset(byte[] otherBytes, int from, int to) {
    bytes = otherBytes;
    next = from;
    end = to;
  }

  /** Moves to the next property. Returns false when there is none. */
  public boolean next() {
    if (next >= end) {
      return false;
    }
    start = next;
    nameBytes = varint();
    nameAt = next;
    next += nameBytes;
    tag = bytes[next++];
    valueBytes = valueLength();
    valueAt = next;
    next += valueBytes;
    return true;
  }

  /**
   * Moves forward to the property of this name, given as UTF-8 bytes. Returns false when no later
   * property has it.
   */
  public boolean seek(byte[] name) {
    while (next()) {
      if (nameEquals(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves forward to the property with the name at which the other cursor stands. Returns false
   * when no later property has it.
   */
  boolean seekName(PropertyCursor other) {
    while (next()) {
      if (Arrays.equals(
          bytes,
          nameAt,
          nameAt + nameBytes,
          other.bytes,
          other.nameAt,
          other.nameAt + other.nameBytes)) {
        return true;
      }
    }
    return false;
  }

  public boolean nameEquals(byte[] name) {
    return Arrays.equals(bytes, nameAt, nameAt + nameBytes, name, 0, name.length);
  }

  public String name() {
    return new String(bytes, nameAt, nameBytes, UTF_8);
  }

  public EdmType type() {
    return EdmType.ofTag(tag);
  }

  /** Returns the array under the cursor, for writers that copy names and values unchanged. */
  public byte[] bytes() {
    return bytes;
  }

  public int nameOffset() {
    return nameAt;
  }

  public int nameLength() {
    return nameBytes;
  }

  public int valueOffset() {
    return valueAt;
  }

  /** Returns the length of the value in bytes, without its length field. */
  public int valueLengthBytes() {
    return valueBytes;
  }

  /** Returns the offset at which the current property begins. */
  int startOffset() {
    return start;
  }

  /** Returns the offset after the current property, at which the next one begins. */
  public int endOffset() {
    return next;
  }

  public int int32() {
    return BigEndian.int32(bytes, valueAt);
  }

  /** Returns an Int64, or the ticks of a DateTime. */
  public long int64() {
    return BigEndian.int64(bytes, valueAt);
  }

  public double float64() {
    return Double.longBitsToDouble(int64());
  }

  public boolean bool() {
    return bytes[valueAt] != 0;
  }

  public UUID guid() {
    return new UUID(BigEndian.int64(bytes, valueAt), BigEndian.int64(bytes, valueAt + 8));
  }

  public String string() {
    return new String(bytes, valueAt, valueBytes, UTF_8);
  }

  public byte[] binary() {
    return Arrays.copyOfRange(bytes, valueAt, valueAt + valueBytes);
  }

  /** Returns the decoded value. */
  public EdmValue value() {
    return switch (type()) {
      case STRING -> new EdmString(string());
      case INT32 -> new EdmInt32(int32());
      case INT64 -> new EdmInt64(int64());
      case DOUBLE -> new EdmDouble(float64());
      case BOOLEAN -> new EdmBoolean(bool());
      case DATE_TIME -> new EdmDateTime(int64());
      case GUID -> new EdmGuid(guid());
      case BINARY -> new EdmBinary(binary());
    };
  }

  private int valueLength() {
    var fixed = ValueLength.ofTag(tag);
    return fixed == ValueLength.PREFIXED ? varint() : fixed;
  }

  private int varint() {
    var only = bytes[next++];
    return only >= 0 ? only : longVarint(only & 0x7F);
  }

  private int longVarint(int lowBits) {
    var value = lowBits;
    for (var shift = 7; ; shift += 7) {
      var part = bytes[next++];
      value |= (part & 0x7F) << shift;
      if (part >= 0) {
        return value;
      }
    }
  }
}
