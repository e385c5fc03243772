package io.weir.engine.query;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
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
   * <p>Fails with {@code InvalidInput} when the filter names other properties, or selects some rows of many partitions, which are no
   * contiguous ranges.
   */
  public static List<EncodedRange> of(Filter keys) {
    if (!namesKeysOnly(keys)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=PartitionKey,RowKey found=otherProperty");
    }
    var plan = Planner.plan(keys);
    if (!plan.isExact()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=rangesOfKeys found=rowsAcrossPartitions");
    }
    return plan.ranges();
  }

  private static boolean namesKeysOnly(Filter filter) {
    return (!(filter instanceof Filter.Comparison comparison) || isKey(comparison.property()))
        && filter.operands().stream().allMatch(EncodedRanges::namesKeysOnly);
  }

  private static boolean isKey(String property) {
    return property.equals("PartitionKey") || property.equals("RowKey");
  }
}
