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

  private static final Filter.Handler<Boolean> NAMES_KEYS_ONLY = new Filter.Handler<>() {
    @Override
    public Boolean comparison(Filter.Comparison filter) {
      return filter.property().equals("PartitionKey") || filter.property().equals("RowKey");
    }

    @Override
    public Boolean and(Filter.And filter) {
      return filter.operands().stream().allMatch(operand -> operand.dispatch(this));
    }

    @Override
    public Boolean or(Filter.Or filter) {
      return filter.operands().stream().allMatch(operand -> operand.dispatch(this));
    }

    @Override
    public Boolean not(Filter.Not filter) {
      return filter.operand().dispatch(this);
    }

    @Override
    public Boolean constant(Filter.Constant filter) {
      return true;
    }
  };

  private KeyRanges() {}

  /**
   * The ranges that hold exactly the keys that match; disjoint and ascending.
   *
   * <p>Fails with {@code InvalidInput} when the filter names other properties, or rows across partitions, which are no range.
   */
  public static List<KeyRange> of(Filter keys) {
    if (!keys.dispatch(NAMES_KEYS_ONLY)) {
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
}
