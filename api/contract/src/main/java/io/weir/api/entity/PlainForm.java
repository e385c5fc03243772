package io.weir.api.entity;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmType;
import java.util.Arrays;
import java.util.List;

/**
 * A check, on the bytes alone, that an encoded entity obeys every rule of {@link EntityBuilder}.
 *
 * <p>It succeeds for plain entities only: keys and names are ASCII, and there are at most
 * {@link #PROPERTIES} properties. Nearly all entities are plain, and the check is several times
 * cheaper than rebuilding them.
 *
 * <p>Invariant: for an entity that passes, {@link EntityBuilder} would build the same bytes from
 * the same values. An entity that does not pass may still be valid; the caller rebuilds it.
 *
 * <p>Any thread. Each instance belongs to one entity.
 */
final class PlainForm {

  /** Most properties of a plain entity. Each name is compared with all others. */
  static final int PROPERTIES = 48;

  private static final int LONGEST_NAME = Byte.MAX_VALUE;
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
  private static final List<byte[]> SYSTEM_PROPERTIES =
      EntityBuilder.systemProperties().map(name -> name.getBytes(US_ASCII)).toList();
  private static final boolean[] OF_KEYS = table(EntityKey::isPermitted);
  private static final boolean[] BEGINS_NAMES = table(PropertyName::begins);
  private static final boolean[] CONTINUES_NAMES = table(PropertyName::continues);

  private final byte[] bytes;
  private final PropertyCursor property;
  private final int[] names = new int[PROPERTIES];
  private int count;
  private int size;

  private PlainForm(byte[] bytes, int propertiesAt) {
    this.bytes = bytes;
    this.property = new PropertyCursor(bytes, propertiesAt, bytes.length);
  }

  /**
   * Whether the entity is plain and valid. The caller has checked its shape: see
   * {@link EntityShape}.
   */
  static boolean isValid(byte[] shaped) {
    var keyBytes = BigEndian.int32(shaped, 0);
    var form = new PlainForm(shaped, Entity.KEY_AT + keyBytes + Entity.TIMESTAMP_BYTES);
    return form.isKeyValid(keyBytes) && form.arePropertiesValid();
  }

  private boolean isKeyValid(int keyBytes) {
    var separators = 0;
    var units = 0;
    for (var at = Entity.KEY_AT; at < Entity.KEY_AT + keyBytes; at++) {
      if (bytes[at] == EntityKey.SEPARATOR) {
        separators++;
        units = 0;
      } else if (bytes[at] < 0 || !OF_KEYS[bytes[at]] || ++units > Limits.KEY_UNITS) {
        return false;
      }
    }
    size = EntitySize.ofKeys(keyBytes - 1, 0);
    return separators == 1;
  }

  private boolean arePropertiesValid() {
    while (property.next()) {
      if (count == PROPERTIES || !isNameValid() || !isNameNew() || !isValueValid()) {
        return false;
      }
    }
    return true;
  }

  private boolean isNameValid() {
    var from = property.nameOffset();
    var length = property.nameLength();
    if (length == 0
        || length > LONGEST_NAME
        || from != property.startOffset() + 1
        || bytes[from] < 0
        || !BEGINS_NAMES[bytes[from]]) {
      return false;
    }
    for (var at = from + 1; at < from + length; at++) {
      if (bytes[at] < 0 || !CONTINUES_NAMES[bytes[at]]) {
        return false;
      }
    }
    return !isSystemProperty();
  }

  private boolean isSystemProperty() {
    for (var system : SYSTEM_PROPERTIES) {
      if (property.nameEquals(system)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether no earlier name has the same hash. Two names with one hash therefore make the entity
   * fail this check.
   */
  private boolean isNameNew() {
    var hash = 0;
    for (var at = property.nameOffset(); at < property.nameOffset() + property.nameLength(); at++) {
      hash = 31 * hash + bytes[at];
    }
    for (var i = 0; i < count; i++) {
      if (names[i] == hash) {
        return false;
      }
    }
    names[count++] = hash;
    return true;
  }

  /** Whether the value is valid. Adds the property to the size. */
  private boolean isValueValid() {
    var type = property.type();
    return switch (type) {
      case STRING -> isTextValid();
      case BINARY ->
        isLengthShort()
            && property.valueLengthBytes() <= Limits.BINARY_BYTES
            && counted(EntitySize.ofBinary(property.valueLengthBytes()));
      case BOOLEAN -> (bytes[property.valueOffset()] & ~1) == 0 && counted(type);
      case DOUBLE -> isOneNumber(property.int64()) && counted(type);
      case DATE_TIME -> isMoment(property.int64()) && counted(type);
      case INT32, INT64, GUID -> counted(type);
    };
  }

  private boolean isTextValid() {
    var units = units();
    return isLengthShort()
        && units >= 0
        && units <= Limits.STRING_UNITS
        && counted(EntitySize.ofString(units));
  }

  /** Returns the number of UTF-16 units of a text; -1 when the text is not UTF-8. */
  private int units() {
    var from = property.valueOffset();
    var end = property.endOffset();
    var at = from;
    while (at + Long.BYTES <= end && areAscii(at)) {
      at += Long.BYTES;
    }
    if (end - at < Long.BYTES && from + Long.BYTES <= end && areAscii(end - Long.BYTES)) {
      at = end; // checks the last bytes in one step, some of them again
    }
    while (at < end && bytes[at] >= 0) {
      at++;
    }
    return at == end ? property.valueLengthBytes() : unitsOfAnyText();
  }

  private boolean areAscii(int eightAt) {
    return (BigEndian.int64(bytes, eightAt) & NOT_ASCII) == 0;
  }

  private int unitsOfAnyText() {
    var text = property.string();
    var again = text.getBytes(UTF_8);
    var isSame =
        Arrays.equals(again, 0, again.length, bytes, property.valueOffset(), property.endOffset());
    return isSame ? text.length() : -1;
  }

  /** Whether the length before a text or a binary value is encoded in as few bytes as possible. */
  private boolean isLengthShort() {
    var lengthAt = property.nameOffset() + property.nameLength() + 1;
    var last = bytes[property.valueOffset() - 1];
    return last != 0 || property.valueOffset() == lengthAt + 1;
  }

  private boolean counted(EdmType type) {
    return counted(EntitySize.ofFixed(type));
  }

  private boolean counted(int valueSize) {
    size += EntitySize.ofProperty(property.nameLength(), valueSize);
    return size <= Limits.ENTITY_BYTES;
  }

  private static boolean isMoment(long ticks) {
    return ticks >= 0 && ticks <= EdmDateTime.MAX_TICKS;
  }

  /**
   * Whether the double has its canonical bits. NaN has many bit patterns, of which only one is
   * stored.
   */
  private static boolean isOneNumber(long bits) {
    return Double.doubleToLongBits(Double.longBitsToDouble(bits)) == bits;
  }

  private static boolean[] table(Rule rule) {
    var table = new boolean[Byte.MAX_VALUE + 1];
    for (var unit = 0; unit < table.length; unit++) {
      table[unit] = rule.holdsFor((char) unit);
    }
    return table;
  }

  private interface Rule {

    boolean holdsFor(char unit);
  }
}
