package io.weir.client.filter;

import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.client.key.KeyRange;
import java.util.Arrays;
import java.util.Collection;

/**
 * The left side of a comparison: a property, by its exact name.
 *
 * <p>A literal is an {@link EdmValue} or a Java value that can be converted to one: {@link String}, an enum constant (its name), {@link
 * Integer}, {@link Short}, {@link Byte}, {@link Long}, {@link Double}, {@link Float}, {@link Boolean}, {@link java.util.UUID}, {@link
 * java.time.Instant}, {@link java.time.OffsetDateTime} or {@code byte[]}. Any other class fails with {@link IllegalArgumentException}.
 *
 * <p>An entity does not match if it lacks the property, or if its value has a type that cannot be compared with the literal. Numbers
 * compare with all numbers. Immutable; any thread.
 */
public final class Operand {

  private final String property;

  Operand(String property) {
    this.property = property;
  }

  /** {@code eq}. */
  public Condition is(Object literal) {
    return compare(Operator.EQUAL, literal);
  }

  /** {@code ne}. */
  public Condition isNot(Object literal) {
    return compare(Operator.NOT_EQUAL, literal);
  }

  /** {@code gt}. */
  public Condition gt(Object literal) {
    return compare(Operator.GREATER, literal);
  }

  /** {@code ge}. */
  public Condition ge(Object literal) {
    return compare(Operator.GREATER_OR_EQUAL, literal);
  }

  /** {@code lt}. */
  public Condition lt(Object literal) {
    return compare(Operator.LESS, literal);
  }

  /** {@code le}. */
  public Condition le(Object literal) {
    return compare(Operator.LESS_OR_EQUAL, literal);
  }

  /** Matches a range, including its first value and excluding its end: {@code ge} and {@code lt}. */
  public Condition from(Object first, Object end) {
    return ge(first).and(lt(end));
  }

  /** Matches values equal to one of the literals. Without literals, nothing matches. */
  public Condition in(Collection<?> literals) {
    var equal = literals.stream().map(literal -> is(literal).filter()).toList();
    return Condition.of(
        switch (equal.size()) {
          case 0 -> Filter.NONE;
          case 1 -> equal.get(0);
          default -> new Filter.Or(equal);
        });
  }

  /** As {@link #in(Collection)}. */
  public Condition in(Object... literals) {
    return in(Arrays.asList(literals));
  }

  /** Matches text with this prefix. The service reads a range and does not scan. An empty prefix matches any text. */
  public Condition startsWith(String beginning) {
    return within(KeyRange.textPrefix(beginning));
  }

  /** Matches text within a range of keys, such as {@link io.weir.client.key.CompoundKey#prefix()}. */
  public Condition within(KeyRange range) {
    return Condition.of(range.of(property));
  }

  private Condition compare(Operator operator, Object literal) {
    return Condition.of(new Filter.Comparison(property, operator, Literal.of(literal)));
  }
}
