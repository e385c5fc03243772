package io.weir.pattern.filter;

import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.Arrays;
import java.util.Collection;

/**
 * The left side of a comparison: a property, or a function of one.
 *
 * <p>A literal is an {@link EdmValue} or a Java value that can be converted to one: {@link String},
 * an enum constant (its name), {@link Integer}, {@link Short}, {@link Byte}, {@link Long},
 * {@link Double}, {@link Float}, {@link Boolean}, {@link java.util.UUID},
 * {@link java.time.Instant}, {@link java.time.OffsetDateTime} or {@code byte[]}. Any other class
 * fails with {@link IllegalArgumentException}.
 *
 * <p>An entity does not match if it lacks the property, or if its value has a type that cannot be
 * compared with the literal. Numbers compare with all numbers. Immutable; any thread.
 */
public sealed interface Compared permits Operand, LoweredText, TextLength {

  /** Compares by any operator. */
  Condition compare(Operator operator, Object literal);

  /** {@code eq}. */
  default Condition is(Object literal) {
    return compare(Operator.EQUAL, literal);
  }

  /** {@code ne}. */
  default Condition isNot(Object literal) {
    return compare(Operator.NOT_EQUAL, literal);
  }

  /** {@code gt}. */
  default Condition gt(Object literal) {
    return compare(Operator.GREATER, literal);
  }

  /** {@code ge}. */
  default Condition ge(Object literal) {
    return compare(Operator.GREATER_OR_EQUAL, literal);
  }

  /** {@code lt}. */
  default Condition lt(Object literal) {
    return compare(Operator.LESS, literal);
  }

  /** {@code le}. */
  default Condition le(Object literal) {
    return compare(Operator.LESS_OR_EQUAL, literal);
  }

  /**
   * Matches a range, including its first value and excluding its end: {@code ge} and {@code lt}.
   */
  default Condition from(Object first, Object end) {
    return ge(first).and(lt(end));
  }

  /** Matches values equal to one of the literals. Without literals, nothing matches. */
  default Condition in(Collection<?> literals) {
    var equal = literals.stream().map(literal -> is(literal).filter()).toList();
    return Condition.of(
        switch (equal.size()) {
          case 0 -> Filter.NONE;
          case 1 -> equal.get(0);
          default -> new Filter.Or(equal);
        });
  }

  /** As {@link #in(Collection)}. */
  default Condition in(Object... literals) {
    return in(Arrays.asList(literals));
  }
}
