package io.weir.engine.plan;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import io.weir.engine.index.ValueCode;
import java.util.Arrays;
import java.util.List;

/**
 * Turns conditions on one property into intervals of encoded values. The intervals are a superset
 * of the values that satisfy the condition, in the direction of the property.
 */
final class ValueIntervals {

  /** The length of a type and eight bytes of a double: what a number is compared by. */
  private static final int NUMBER_BYTES = 9;

  /** Integers from here on share a double with others. */
  private static final double EXACT = 0x1p53;

  private final boolean descending;
  private final int textLimit;

  ValueIntervals(boolean descending, int properties) {
    this.descending = descending;
    this.textLimit = ValueCode.textLimit(properties);
  }

  /** Returns the intervals of a condition, at most one. A function is true for strings only. */
  List<ByteInterval> of(Filter.OfProperty condition) {
    if (condition instanceof Filter.Comparison comparison) {
      return of(comparison);
    }
    var beginning = condition instanceof Filter.TextTest test
            && test.match() == TextMatch.STARTS_WITH
            && !test.lowered()
        ? test.text()
        : "";
    return directed(ByteInterval.ofPrefix(ValueCode.beginning(beginning, textLimit), false), false);
  }

  private List<ByteInterval> of(Filter.Comparison comparison) {
    var literal = comparison.literal();
    if (literal instanceof EdmDouble number && Double.isNaN(number.value())) {
      // NaN satisfies only ne, and that against every number
      return comparison.operator() == Operator.NOT_EQUAL
          ? directed(ofType(literal), false)
          : List.of();
    }
    var encoded = ValueCode.encode(literal, false, textLimit);
    var isNumber = isNumber(literal);
    var prefix = isNumber ? Arrays.copyOf(encoded, NUMBER_BYTES) : encoded;
    var isExact = isNumber ? isExact(literal) : !ValueCode.isCut(encoded);
    var type = ofType(literal);
    var greatest = isNumber ? nan() : type.upper();
    return switch (comparison.operator()) {
      case EQUAL ->
        directed(ByteInterval.ofPrefix(prefix, true), !isNumber || encoded.length == NUMBER_BYTES);
      case NOT_EQUAL -> directed(type, false);
      case GREATER ->
        directed(
            new ByteInterval(isExact ? ByteInterval.after(prefix) : prefix, greatest, false),
            false);
      case GREATER_OR_EQUAL -> directed(new ByteInterval(prefix, greatest, false), false);
      case LESS ->
        directed(
            new ByteInterval(type.lower(), isExact ? prefix : ByteInterval.after(prefix), false),
            false);
      case LESS_OR_EQUAL ->
        directed(new ByteInterval(type.lower(), ByteInterval.after(prefix), false), false);
    };
  }

  private List<ByteInterval> directed(ByteInterval ascending, boolean isValue) {
    if (ascending.isEmpty()) {
      return List.of();
    }
    if (!descending) {
      return List.of(new ByteInterval(ascending.lower(), ascending.upper(), isValue));
    }
    var inverted = ValueCode.inverted(ascending.lower());
    return List.of(
        isValue
            ? ByteInterval.ofPrefix(inverted, true)
            : new ByteInterval(
                ByteInterval.after(ValueCode.inverted(ascending.upper())),
                ByteInterval.after(inverted),
                false));
  }

  private static ByteInterval ofType(EdmValue literal) {
    var type = ValueCode.encode(literal, false, ValueCode.TEXT_BYTES)[0];
    return ByteInterval.ofPrefix(new byte[] {type}, false);
  }

  private static byte[] nan() {
    return ValueCode.encode(new EdmDouble(Double.NaN), false, ValueCode.TEXT_BYTES);
  }

  /** Whether values with the encoding's first nine bytes all compare equal with the literal. */
  private static boolean isExact(EdmValue literal) {
    if (literal instanceof EdmInt64 number) {
      return Math.abs((double) number.value()) < EXACT;
    }
    return literal instanceof EdmInt32 || literal instanceof EdmDouble;
  }

  private static boolean isNumber(EdmValue literal) {
    return literal instanceof EdmInt32
        || literal instanceof EdmInt64
        || literal instanceof EdmDouble;
  }
}
