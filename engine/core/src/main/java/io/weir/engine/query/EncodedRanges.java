package io.weir.engine.query;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.TextMatch;
import java.util.List;

/**
 * Translates a filter over keys alone into the ranges that it selects.
 *
 * <p>Pure; any thread.
 */
public final class EncodedRanges {

  private EncodedRanges() {}

  /**
   * Returns disjoint, ascending ranges that hold exactly the matching keys.
   *
   * <p>Fails with {@code InvalidInput} when the filter names other properties, takes functions of
   * keys other than {@code startswith}, or selects some rows of many partitions, which are no
   * contiguous ranges.
   */
  public static List<EncodedRange> of(Filter keys) {
    requireKeysOnly(keys);
    var plan = Planner.plan(keys);
    if (!plan.isExact()) {
      throw refused("expected=rangesOfKeys found=rowsAcrossPartitions");
    }
    return plan.ranges();
  }

  private static void requireKeysOnly(Filter filter) {
    if (filter instanceof Filter.OfProperty condition && !isKey(condition.property())) {
      throw refused("expected=PartitionKey,RowKey found=otherProperty");
    }
    if (filter instanceof Filter.Derived
        || filter instanceof Filter.TextTest test && !isPrefix(test)) {
      throw refused("expected=rangesOfKeys found=function");
    }
    filter.operands().forEach(EncodedRanges::requireKeysOnly);
  }

  private static boolean isPrefix(Filter.TextTest test) {
    return test.match() == TextMatch.STARTS_WITH && !test.lowered();
  }

  private static boolean isKey(String property) {
    return property.equals("PartitionKey") || property.equals("RowKey");
  }

  private static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
