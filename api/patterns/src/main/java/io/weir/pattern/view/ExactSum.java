package io.weir.pattern.view;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A sum of numbers that is exact, so that taking a number away leaves the sum of the others.
 *
 * <p>A sum of Doubles would depend on their order. Every finite Double is a decimal number of at
 * most 1,075 digits, and so is a sum. Immutable; any thread.
 *
 * @param values how many numbers there are
 * @param doubles how many of them are Doubles
 */
record ExactSum(long values, long doubles, BigDecimal total) {

  /** The sum of no numbers. */
  static final ExactSum NONE = new ExactSum(0, 0, BigDecimal.ZERO);

  private static final BigDecimal LEAST_INT64 = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MOST_INT64 = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final String SEPARATOR = ";";

  /** Whether a value is a number that has a sum. */
  static boolean takes(EdmValue value) {
    return value instanceof EdmInt32
        || value instanceof EdmInt64
        || value instanceof EdmDouble number && Double.isFinite(number.value());
  }

  /**
   * Returns the sum with one more number. Fails with {@link IllegalStateException} for another
   * value.
   */
  ExactSum plus(EdmValue value) {
    return new ExactSum(values + 1, doubles + doubles(value), normal(total.add(decimal(value))));
  }

  /** Returns the sum without a number that it contains. */
  ExactSum minus(EdmValue value) {
    return new ExactSum(
        values - 1, doubles - doubles(value), normal(total.subtract(decimal(value))));
  }

  /** Returns the sum. Empty without numbers. */
  Optional<EdmValue> value() {
    if (values == 0) {
      return Optional.empty();
    }
    var isInt64 =
        doubles == 0 && total.compareTo(LEAST_INT64) >= 0 && total.compareTo(MOST_INT64) <= 0;
    return Optional.of(
        isInt64 ? new EdmInt64(total.longValueExact()) : new EdmDouble(total.doubleValue()));
  }

  /** Returns the text that {@link #parse} reads. */
  String text() {
    return values + SEPARATOR + doubles + SEPARATOR + total;
  }

  /** Reads the text of {@link #text}. Fails with {@link NumberFormatException}. */
  static ExactSum parse(String text) {
    var parts = text.split(SEPARATOR, -1);
    if (parts.length != 3) {
      throw new NumberFormatException("A sum has three parts. text=" + text);
    }
    return new ExactSum(
        Long.parseLong(parts[0]), Long.parseLong(parts[1]), new BigDecimal(parts[2]));
  }

  /** Makes equal numbers equal: a BigDecimal with other trailing zeros is another object. */
  private static BigDecimal normal(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private static int doubles(EdmValue value) {
    return value instanceof EdmDouble ? 1 : 0;
  }

  private static BigDecimal decimal(EdmValue value) {
    if (value instanceof EdmInt32 number) {
      return BigDecimal.valueOf(number.value());
    }
    if (value instanceof EdmInt64 number) {
      return BigDecimal.valueOf(number.value());
    }
    if (value instanceof EdmDouble number) {
      return new BigDecimal(number.value());
    }
    throw new IllegalStateException("A sum takes numbers only. type=" + value.type());
  }
}
