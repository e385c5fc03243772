package io.weir.pattern.filter;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.filter.Operator;
import java.util.function.Function;

/**
 * A text of a Java type that is compared, or tested for its parts: see {@link Operand}. Immutable;
 * any thread.
 *
 * @param operand the property of the entity
 * @param result returns what has a condition
 */
public record TypedText<R>(Operand operand, Function<Condition, R> result)
    implements TypedCompared<String, R> {

  @Override
  public Condition condition(Operator operator, String literal) {
    return operand.compare(operator, literal);
  }

  @Override
  public R having(Condition condition) {
    return result.apply(condition);
  }

  /** As {@link Operand#startsWith}. */
  public R startsWith(String beginning) {
    return having(operand.startsWith(beginning));
  }

  /** As {@link Operand#endsWith}. */
  public R endsWith(String ending) {
    return having(operand.endsWith(ending));
  }

  /** As {@link Operand#contains}. */
  public R contains(String part) {
    return having(operand.contains(part));
  }

  /** Starts a comparison of the text in lower case: {@code tolower}. */
  public TypedCompared<String, R> lowered() {
    return new TypedOperand<>(operand.lowered(), EdmString::new, false, result);
  }

  /** Starts a comparison of the number of UTF-16 units in the text: {@code length}. */
  public TypedCompared<Integer, R> length() {
    return new TypedOperand<>(operand.length(), EdmInt32::new, false, result);
  }
}
