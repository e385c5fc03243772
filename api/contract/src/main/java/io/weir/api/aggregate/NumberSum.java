package io.weir.api.aggregate;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;

/**
 * An exact sum of numbers, rounded when it is read. It therefore depends on the numbers and not on
 * their order.
 *
 * <p>Integers are added in 128 bits, which no number of Int64 can exceed. Doubles are kept as a few
 * parts whose bits do not overlap and whose sum is exact. Source: Jonathan R. Shewchuk, "Adaptive
 * Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997, GROW-EXPANSION.
 *
 * <p>Belongs to one thread at a time. It has some hundred bytes, whatever it has added.
 */
final class NumberSum {

  /**
   * Doubles from here on are added as decimals: a sum of 2⁶³ smaller ones cannot leave the range of
   * a Double on the way.
   */
  private static final double HUGE = 0x1p960;

  /** More digits than two Doubles have, so that an average is rounded to a Double as if once. */
  private static final MathContext QUOTIENT = new MathContext(40);

  private static final int LONG_BITS = 64;

  private long numbers;
  private boolean hasDoubles;

  private long high;
  private long low;

  private double[] parts = new double[4];
  private int used;
  private BigDecimal huge = BigDecimal.ZERO;

  /** The sum of infinities and NaN; 0 as long as there is none. */
  private double unbounded;

  /** Adds a value if it is a number. */
  void add(EdmValue value) {
    if (value instanceof EdmInt32 number) {
      addInteger(number.value());
    } else if (value instanceof EdmInt64 number) {
      addInteger(number.value());
    } else if (value instanceof EdmDouble number) {
      addDouble(number.value());
    }
  }

  private void addInteger(long number) {
    numbers++;
    low += number;
    var carry = Long.compareUnsigned(low, number) < 0 ? 1 : 0;
    high += (number >> (LONG_BITS - 1)) + carry;
  }

  private void addDouble(double number) {
    numbers++;
    hasDoubles = true;
    if (!Double.isFinite(number)) {
      unbounded += number;
    } else if (Math.abs(number) >= HUGE) {
      huge = huge.add(new BigDecimal(number));
    } else {
      grow(number);
    }
  }

  private void grow(double number) {
    var sum = number;
    var kept = 0;
    for (var i = 0; i < used; i++) {
      var greater = Math.abs(sum) < Math.abs(parts[i]) ? parts[i] : sum;
      var smaller = Math.abs(sum) < Math.abs(parts[i]) ? sum : parts[i];
      sum = greater + smaller;
      var lost = smaller - (sum - greater);
      if (lost != 0) {
        parts[kept++] = lost;
      }
    }
    if (kept == parts.length) {
      parts = Arrays.copyOf(parts, 2 * kept);
    }
    parts[kept++] = sum;
    used = kept;
  }

  /** Adds what another sum has added, which stays as it is. */
  void add(NumberSum other) {
    numbers += other.numbers;
    hasDoubles |= other.hasDoubles;
    var before = low;
    low += other.low;
    high += other.high + (Long.compareUnsigned(low, before) < 0 ? 1 : 0);
    for (var i = 0; i < other.used; i++) {
      grow(other.parts[i]);
    }
    huge = huge.add(other.huge);
    unbounded += other.unbounded;
  }

  /** Returns whether the sum is one of integers that an Int64 cannot hold. */
  boolean exceedsInt64() {
    return !hasDoubles && high != low >> (LONG_BITS - 1);
  }

  /** Returns the sum; empty without numbers. It must not exceed Int64. */
  Optional<EdmValue> sum() {
    if (numbers == 0) {
      return Optional.empty();
    }
    return Optional.of(hasDoubles ? new EdmDouble(rounded(total())) : new EdmInt64(low));
  }

  /** Returns the average; empty without numbers. */
  Optional<EdmValue> average() {
    if (numbers == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new EdmDouble(rounded(total().divide(BigDecimal.valueOf(numbers), QUOTIENT))));
  }

  private double rounded(BigDecimal finite) {
    return unbounded == 0 ? finite.doubleValue() : unbounded;
  }

  private BigDecimal total() {
    var integers = BigInteger.valueOf(high)
        .shiftLeft(LONG_BITS)
        .add(new BigInteger(Long.toUnsignedString(low)));
    var total = huge.add(new BigDecimal(integers));
    for (var i = 0; i < used; i++) {
      total = total.add(new BigDecimal(parts[i]));
    }
    return total;
  }
}
