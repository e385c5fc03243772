package io.weir.pattern.filter;

import io.weir.api.filter.Derivation;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;

/** The number of UTF-16 units in a property's text. Immutable; any thread. */
public final class TextLength implements Compared {

  private final String property;

  TextLength(String property) {
    this.property = property;
  }

  @Override
  public Condition compare(Operator operator, Object literal) {
    return Condition.of(
        new Filter.Derived(property, Derivation.LENGTH, operator, Literal.of(literal)));
  }
}
