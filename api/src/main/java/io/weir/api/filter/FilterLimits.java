package io.weir.api.filter;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

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
      var operands = operands(next.filter);
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

  private static List<Filter> operands(Filter filter) {
    return filter.dispatch(OPERANDS);
  }

  private static final Filter.Handler<List<Filter>> OPERANDS = new Filter.Handler<>() {
    @Override
    public List<Filter> comparison(Filter.Comparison filter) {
      return List.of();
    }

    @Override
    public List<Filter> and(Filter.And filter) {
      return filter.operands();
    }

    @Override
    public List<Filter> or(Filter.Or filter) {
      return filter.operands();
    }

    @Override
    public List<Filter> not(Filter.Not filter) {
      return List.of(filter.operand());
    }

    @Override
    public List<Filter> constant(Filter.Constant filter) {
      return List.of();
    }
  };

  /** A filter and how many brackets and {@code not}s stand around it in the text. */
  private record Nested(Filter filter, int depth) {}
}
