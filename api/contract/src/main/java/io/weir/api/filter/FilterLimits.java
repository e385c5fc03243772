package io.weir.api.filter;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The limits of filters that were built as objects. They equal the limits of {@link FilterParser},
 * so that all implementations accept the same filters and code may walk any accepted filter by
 * recursion.
 */
public final class FilterLimits {

  private FilterLimits() {}

  /**
   * Checks that the filter's text exceeds neither {@link FilterParser#MAX_DEPTH} nor
   * {@link FilterParser#MAX_COMPARISONS}. Fails with {@code InvalidInput}. The check itself does
   * not recurse, so a filter of any depth can be checked.
   */
  public static void require(Filter filter) {
    var open = new ArrayDeque<Nested>();
    open.push(new Nested(filter, 0));
    var comparisons = 0;
    while (!open.isEmpty()) {
      var next = open.pop();
      var operands = next.filter.operands();
      if (operands.isEmpty() && ++comparisons > FilterParser.MAX_COMPARISONS) {
        throw exceeded("comparisonLimit=" + FilterParser.MAX_COMPARISONS);
      }
      operands.forEach(operand -> push(open, next, operand));
    }
  }

  static InvalidRequestException exceeded(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }

  private static void push(Deque<Nested> open, Nested outer, Filter operand) {
    var depth = outer.depth
        + (outer.filter instanceof Filter.Not ? 1 : 0)
        + (FilterPrinter.isBracketed(outer.filter, operand) ? 1 : 0);
    if (depth > FilterParser.MAX_DEPTH) {
      throw exceeded("nestingLimit=" + FilterParser.MAX_DEPTH);
    }
    open.push(new Nested(operand, depth));
  }

  /** A filter, and the number of brackets and {@code not}s around it in the text. */
  private record Nested(Filter filter, int depth) {}
}
