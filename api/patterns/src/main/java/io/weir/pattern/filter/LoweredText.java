package io.weir.pattern.filter;

import io.weir.api.filter.Derivation;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;

/**
 * The text of a property in lower case, see {@link Derivation#LOWERED}. The other text is taken as
 * it is: with an upper case letter in it, it equals no lowered text. Immutable; any thread.
 */
public final class LoweredText implements Compared {

  private final String property;

  LoweredText(String property) {
    this.property = property;
  }

  @Override
  public Condition compare(Operator operator, Object literal) {
    return Condition.of(
        new Filter.Derived(property, Derivation.LOWERED, operator, Literal.of(literal)));
  }

  /** Matches text with this prefix. */
  public Condition startsWith(String beginning) {
    return test(TextMatch.STARTS_WITH, beginning);
  }

  /** Matches text with this suffix. */
  public Condition endsWith(String ending) {
    return test(TextMatch.ENDS_WITH, ending);
  }

  /** Matches text that contains the given one. */
  public Condition contains(String part) {
    return test(TextMatch.CONTAINS, part);
  }

  private Condition test(TextMatch match, String text) {
    return Condition.of(new Filter.TextTest(property, true, match, text));
  }
}
