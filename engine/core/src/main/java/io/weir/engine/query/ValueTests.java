package io.weir.engine.query;

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
import io.weir.api.entity.PropertyCursor;
import io.weir.api.entity.Utf8;
import io.weir.api.filter.Operator;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes the test for each type of literal. The tests compare stored values in place. */
final class ValueTests implements EdmValue.Handler<ValueTest> {

  private final Operator operator;

  ValueTests(Operator operator) {
    this.operator = operator;
  }

  @Override
  public ValueTest string(EdmString literal) {
    var text = literal.value();
    var bytes = text.getBytes(UTF_8);
    return new String(bytes, UTF_8).equals(text) ? wellFormed(bytes) : illFormed(text);
  }

  private ValueTest wellFormed(byte[] text) {
    return stored -> stored.type() == EdmType.STRING
        && operator.holds(Utf8.compareUtf16Order(
            stored.bytes(), stored.valueOffset(), stored.valueLengthBytes(), text, 0, text.length));
  }

  /**
   * A literal with an unpaired surrogate has no UTF-8 form but a place in the order. The test
   * decodes the stored text.
   */
  private ValueTest illFormed(String text) {
    return stored ->
        stored.type() == EdmType.STRING && operator.holds(stored.string().compareTo(text));
  }

  @Override
  public ValueTest int32(EdmInt32 literal) {
    return integer(literal.value());
  }

  @Override
  public ValueTest int64(EdmInt64 literal) {
    return integer(literal.value());
  }

  private ValueTest integer(long literal) {
    return stored -> switch (stored.type()) {
      case INT32 -> operator.holds(Long.compare(stored.int32(), literal));
      case INT64 -> operator.holds(Long.compare(stored.int64(), literal));
      case DOUBLE -> holds(stored.float64(), operator, (double) literal);
      default -> false;
    };
  }

  @Override
  public ValueTest float64(EdmDouble literal) {
    var number = literal.value();
    return stored -> switch (stored.type()) {
      case INT32 -> holds(stored.int32(), operator, number);
      case INT64 -> holds((double) stored.int64(), operator, number);
      case DOUBLE -> holds(stored.float64(), operator, number);
      default -> false;
    };
  }

  /** Minus zero equals zero. A NaN on either side satisfies {@code ne} and no other operator. */
  static boolean holds(double stored, Operator operator, double literal) {
    if (Double.isNaN(stored) || Double.isNaN(literal)) {
      return operator == Operator.NOT_EQUAL;
    }
    return operator.holds(stored < literal ? -1 : stored > literal ? 1 : 0);
  }

  @Override
  public ValueTest bool(EdmBoolean literal) {
    var value = literal.value();
    return stored ->
        stored.type() == EdmType.BOOLEAN && operator.holds(Boolean.compare(stored.bool(), value));
  }

  @Override
  public ValueTest dateTime(EdmDateTime literal) {
    var ticks = literal.ticks();
    return stored ->
        stored.type() == EdmType.DATE_TIME && operator.holds(Long.compare(stored.int64(), ticks));
  }

  @Override
  public ValueTest guid(EdmGuid literal) {
    var id = literal.value();
    return bytes(
        EdmType.GUID,
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  @Override
  public ValueTest binary(EdmBinary literal) {
    return bytes(EdmType.BINARY, literal.toByteArray());
  }

  private ValueTest bytes(EdmType type, byte[] literal) {
    return stored -> stored.type() == type && operator.holds(compare(stored, literal));
  }

  private static int compare(PropertyCursor stored, byte[] literal) {
    var from = stored.valueOffset();
    return Arrays.compareUnsigned(
        stored.bytes(), from, from + stored.valueLengthBytes(), literal, 0, literal.length);
  }
}
