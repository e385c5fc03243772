package io.weir.engine.query;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;

/** Makes the conditions for functions of text. */
final class TextConditions {

  private TextConditions() {}

  static TextCondition of(Filter.TextTest test) {
    var text = test.text();
    var lowered = test.lowered();
    return switch (test.match()) {
      case STARTS_WITH -> stored -> stored.startsWith(text, lowered);
      case ENDS_WITH -> stored -> stored.endsWith(text, lowered);
      case CONTAINS -> {
        var pattern = new TextPattern(text);
        yield stored -> stored.contains(pattern, lowered);
      }
    };
  }

  static TextCondition of(Filter.Derived comparison) {
    return switch (comparison.derivation()) {
      case LOWERED -> lowered(comparison.operator(), comparison.literal());
      case LENGTH -> length(comparison.operator(), comparison.literal());
    };
  }

  private static TextCondition lowered(Operator operator, EdmValue literal) {
    return literal instanceof EdmString text
        ? stored -> operator.holds(stored.compareTo(text.value(), true))
        : TextCondition.NEVER;
  }

  private static TextCondition length(Operator operator, EdmValue literal) {
    if (literal instanceof EdmDouble number) {
      return stored -> ValueTests.holds(stored.length(), operator, number.value());
    }
    if (literal instanceof EdmInt32 number) {
      return length(operator, number.value());
    }
    return literal instanceof EdmInt64 number
        ? length(operator, number.value())
        : TextCondition.NEVER;
  }

  private static TextCondition length(Operator operator, long units) {
    return stored -> operator.holds(Long.compare(stored.length(), units));
  }
}
