package io.weir.api.aggregate;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.Comparator;
import java.util.UUID;

/**
 * The order of values that {@link io.weir.api.index} states, made total: two values compare as
 * equal only if they are, so the least of several values does not depend on which of them comes
 * first.
 *
 * <p>Any thread.
 */
final class ValueOrder implements Comparator<EdmValue> {

  static final ValueOrder ORDER = new ValueOrder();

  private ValueOrder() {}

  @Override
  public int compare(EdmValue one, EdmValue other) {
    var kinds = Integer.compare(kind(one), kind(other));
    return kinds != 0 ? kinds : ofKind(one, other);
  }

  private static int kind(EdmValue value) {
    return switch (value.type()) {
      case BOOLEAN -> 1;
      case INT32, INT64, DOUBLE -> 2;
      case DATE_TIME -> 3;
      case GUID -> 4;
      case STRING -> 5;
      case BINARY -> 6;
    };
  }

  private static int ofKind(EdmValue one, EdmValue other) {
    return switch (one.type()) {
      case BOOLEAN -> Boolean.compare(((EdmBoolean) one).value(), ((EdmBoolean) other).value());
      case INT32, INT64, DOUBLE -> numbers(one, other);
      case DATE_TIME -> ((EdmDateTime) one).compareTo((EdmDateTime) other);
      case GUID -> unsigned(((EdmGuid) one).value(), ((EdmGuid) other).value());
      case STRING -> ((EdmString) one).value().compareTo(((EdmString) other).value());
      case BINARY -> ((EdmBinary) one).compareTo((EdmBinary) other);
    };
  }

  /** A Double rounds some Int64, so integers next to each other are compared as such. */
  private static int numbers(EdmValue one, EdmValue other) {
    var rounded = Double.compare(unsignedZero(toDouble(one)), unsignedZero(toDouble(other)));
    if (rounded != 0) {
      return rounded;
    }
    var exact = Long.compare(toLong(one), toLong(other));
    if (exact != 0) {
      return exact;
    }
    var types = one.type().compareTo(other.type());
    return types != 0 ? types : Double.compare(toDouble(one), toDouble(other));
  }

  private static double unsignedZero(double number) {
    return number == 0 ? 0.0 : number;
  }

  private static double toDouble(EdmValue value) {
    return value instanceof EdmDouble number ? number.value() : toLong(value);
  }

  private static long toLong(EdmValue value) {
    if (value instanceof EdmDouble number) {
      return (long) number.value();
    }
    return value instanceof EdmInt32 small ? small.value() : ((EdmInt64) value).value();
  }

  private static int unsigned(UUID one, UUID other) {
    var high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
