package io.weir.engine.plan;

import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;

/**
 * Decides whether each entity that satisfies one condition satisfies another one. It knows equal
 * conditions, disjunctions, and comparisons of one property. Otherwise it answers no, which costs
 * an index and no entity. Stateless; any thread.
 */
final class Implication {

  /** Integers from here on share a double with others, and are compared with doubles as doubles. */
  private static final long EXACT = 1L << 53;

  private Implication() {}

  /** Whether a condition implies another one. */
  static boolean holds(Filter condition, Filter implied) {
    if (condition.equals(implied)) {
      return true;
    }
    if (condition instanceof Filter.Or or) {
      return or.operands().stream().allMatch(operand -> holds(operand, implied));
    }
    if (implied instanceof Filter.Or or) {
      return or.operands().stream().anyMatch(operand -> holds(condition, operand));
    }
    return condition instanceof Filter.Comparison one
        && implied instanceof Filter.Comparison other
        && one.property().equals(other.property())
        && isExact(one.literal())
        && isExact(other.literal())
        && holds(one, other);
  }

  private static boolean holds(Filter.Comparison one, Filter.Comparison other) {
    var literal = one.literal();
    var bound = other.literal();
    return switch (one.operator()) {
      case EQUAL -> Comparisons.holds(literal, other.operator(), bound);
      case NOT_EQUAL -> false;
      case GREATER ->
        isUpwards(other) && Comparisons.holds(literal, Operator.GREATER_OR_EQUAL, bound);
      case GREATER_OR_EQUAL ->
        isUpwards(other) && Comparisons.holds(literal, strict(other, Operator.GREATER), bound);
      case LESS -> isDownwards(other) && Comparisons.holds(literal, Operator.LESS_OR_EQUAL, bound);
      case LESS_OR_EQUAL ->
        isDownwards(other) && Comparisons.holds(literal, strict(other, Operator.LESS), bound);
    };
  }

  /**
   * Returns how an inclusive bound must compare with the implied one: itself included only when the
   * implied one includes it.
   */
  private static Operator strict(Filter.Comparison implied, Operator strict) {
    return switch (implied.operator()) {
      case GREATER_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> Operator.LESS_OR_EQUAL;
      default -> strict;
    };
  }

  private static boolean isUpwards(Filter.Comparison comparison) {
    return switch (comparison.operator()) {
      case GREATER, GREATER_OR_EQUAL, NOT_EQUAL -> true;
      default -> false;
    };
  }

  private static boolean isDownwards(Filter.Comparison comparison) {
    return switch (comparison.operator()) {
      case LESS, LESS_OR_EQUAL, NOT_EQUAL -> true;
      default -> false;
    };
  }

  private static boolean isExact(EdmValue literal) {
    return !(literal instanceof EdmInt64 number)
        || number.value() > -EXACT && number.value() < EXACT;
  }
}
