package io.weir.engine.query;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import java.util.List;

/**
 * The ranges that a filter over keys says, when it says nothing but ranges.
 *
 * <p>Pure; any thread.
 */
public final class KeyRanges {

  private KeyRanges() {}

  /**
   * The ranges that hold exactly the keys that match; disjoint and ascending.
   *
   * <p>Fails with {@code InvalidInput} when the filter names other properties, or rows across partitions, which are no range.
   */
  public static List<KeyRange> of(Filter keys) {
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
        && filter.operands().stream().allMatch(KeyRanges::namesKeysOnly);
  }

  private static boolean isKey(String property) {
    return property.equals("PartitionKey") || property.equals("RowKey");
  }
}
