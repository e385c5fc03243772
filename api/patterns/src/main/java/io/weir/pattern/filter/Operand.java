package io.weir.pattern.filter;

import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import io.weir.pattern.key.KeyRange;

/**
 * A property, by its exact name.
 *
 * <p>{@link #endsWith}, {@link #contains}, {@link #lowered} and {@link #length} are functions of
 * the protocol's filters. The service checks them on each entity of the ranges that the other
 * conditions select. A service that knows no functions refuses them. An entity does not match if
 * the property is absent or no string. Immutable; any thread.
 */
public final class Operand implements Compared {

  private final String property;

  Operand(String property) {
    this.property = property;
  }

  @Override
  public Condition compare(Operator operator, Object literal) {
    return Condition.of(new Filter.Comparison(property, operator, Literal.of(literal)));
  }

  /**
   * Matches text with this prefix, by two comparisons, which every service knows. For a key, the
   * service reads a range and does not scan. An empty prefix matches any text.
   */
  public Condition startsWith(String beginning) {
    return within(KeyRange.textPrefix(beginning));
  }

  /** Matches text with this suffix. */
  public Condition endsWith(String ending) {
    return Condition.of(new Filter.TextTest(property, false, TextMatch.ENDS_WITH, ending));
  }

  /** Matches text that contains the given one. */
  public Condition contains(String part) {
    return Condition.of(new Filter.TextTest(property, false, TextMatch.CONTAINS, part));
  }

  /**
   * Matches text within a range of keys, such as {@link io.weir.pattern.key.CompoundKey#prefix()}.
   */
  public Condition within(KeyRange range) {
    return Condition.of(range.of(property));
  }

  /** Starts a condition on the property's text in lower case: {@code tolower}. */
  public LoweredText lowered() {
    return new LoweredText(property);
  }

  /** Starts a comparison of the number of UTF-16 units in the property's text: {@code length}. */
  public TextLength length() {
    return new TextLength(property);
  }
}
