package io.weir.pattern.filter;

import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.Arrays;
import java.util.Collection;

/**
 * The left side of a comparison whose literals have a type that the compiler checks: the same as
 * {@link Compared}, for a property of a Java type.
 *
 * <p>A literal is stored as the property is, and then compared. Immutable; any thread.
 *
 * @param <V> the type of the literals
 * @param <R> what a comparison is part of: a {@link Condition}, or a query with it
 */
public sealed interface TypedCompared<V, R> permits TypedOperand, TypedText {

  /** Returns a comparison by any operator. */
  Condition condition(Operator operator, V literal);

  /** Returns what has this condition. */
  R having(Condition condition);

  /** {@code eq}. */
  default R is(V literal) {
    return having(condition(Operator.EQUAL, literal));
  }

  /** {@code ne}. */
  default R isNot(V literal) {
    return having(condition(Operator.NOT_EQUAL, literal));
  }

  /** {@code gt}. */
  default R gt(V literal) {
    return having(condition(Operator.GREATER, literal));
  }

  /** {@code ge}. */
  default R ge(V literal) {
    return having(condition(Operator.GREATER_OR_EQUAL, literal));
  }

  /** {@code lt}. */
  default R lt(V literal) {
    return having(condition(Operator.LESS, literal));
  }

  /** {@code le}. */
  default R le(V literal) {
    return having(condition(Operator.LESS_OR_EQUAL, literal));
  }

  /**
   * Matches a range, including its first value and excluding its end: {@code ge} and {@code lt}.
   */
  default R from(V first, V end) {
    return having(condition(Operator.GREATER_OR_EQUAL, first).and(condition(Operator.LESS, end)));
  }

  /** Matches values equal to one of the literals. Without literals, nothing matches. */
  default R in(Collection<? extends V> literals) {
    return having(literals.stream()
        .map(literal -> condition(Operator.EQUAL, literal))
        .reduce(Condition::or)
        .orElse(Condition.of(Filter.NONE)));
  }

  /** As {@link #in(Collection)}. */
  @SuppressWarnings("unchecked") // the array is read only
  default R in(V... literals) {
    return in(Arrays.asList(literals));
  }
}
