package io.weir.api.filter;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Holds filters that were built as objects to the limits of those that were read from text, so that every door takes the same
 * filters and whoever walks a filter may do so by recursion.
 */
public final class FilterLimits {

  private FilterLimits() {}

  /**
   * Fails with {@code InvalidInput} when the filter's text would pass {@link FilterParser#MAX_DEPTH} or {@link
   * FilterParser#MAX_COMPARISONS}. Itself it needs no stack, however deep the filter.
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

  /** A filter and how many brackets and {@code not}s stand around it in the text. */
  private record Nested(Filter filter, int depth) {}
}
