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
 * Walks encoded properties in order, without making objects until a value is asked for.
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
 * Properties follow each other without gaps. A varint holds seven bits a byte, low bits first, the high bit set on all but the
 * last.
 *
 * <p>Belongs to one thread; {@link #reset} lets one cursor serve many entities.
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

  /** Stands before the first of the properties in {@code bytes[from, to)}. */
  public PropertyCursor(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.next = from;
    this.end = to;
  }

  /** Starts over, on other bytes. */
  public void reset(byte[] otherBytes, int from, int to) {
    bytes = otherBytes;
    next = from;
    end = to;
  }

  /** Moves to the next property; false when there is none. */
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

  /** Moves to the property of this name (its UTF-8 bytes), searching onwards; false when there is none. */
  public boolean seek(byte[] name) {
    while (next()) {
      if (nameEquals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Moves to the property of the name that another cursor stands on; false when there is none. */
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

  /** The array walked; for writers that copy names and values as they are. */
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

  /** Length of the value in bytes, without its own length field. */
  public int valueLengthBytes() {
    return valueBytes;
  }

  /** Offset at which the current property begins. */
  int startOffset() {
    return start;
  }

  /** Offset behind the current property; also where the next begins. */
  public int endOffset() {
    return next;
  }

  public int int32() {
    return BigEndian.int32(bytes, valueAt);
  }

  /** An Int64, or the ticks of a DateTime. */
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

  /** The value as an object. */
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
    return fixed == ValueLength.SAID ? varint() : fixed;
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
