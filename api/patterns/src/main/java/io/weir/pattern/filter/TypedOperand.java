package io.weir.pattern.filter;

import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Operator;
import java.util.function.Function;

/**
 * A value of a Java type that is compared. Immutable; any thread.
 *
 * @param compared what is compared in the entity
 * @param literal returns a literal as it is stored
 * @param isOpposite whether the stored values have the opposite order
 * @param result returns what has a condition
 */
public record TypedOperand<V, R>(
    Compared compared,
    Function<? super V, EdmValue> literal,
    boolean isOpposite,
    Function<Condition, R> result)
    implements TypedCompared<V, R> {

  @Override
  public Condition condition(Operator operator, V value) {
    return compared.compare(isOpposite ? operator.mirrored() : operator, literal.apply(value));
  }

  @Override
  public R having(Condition condition) {
    return result.apply(condition);
  }
}
