package io.weir.api.contract;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;

/**
 * Whether a filter says ranges of keys, as it reads: it names PartitionKey and RowKey only, and RowKey only beside a partition.
 *
 * @param inPartition whether PartitionKey is named by {@code eq} around this part of the filter
 */
record ModelKeyFilter(boolean inPartition) implements Filter.Handler<Boolean> {

  /** Fails with {@code InvalidInput} when it does not. */
  static void require(Filter keys) {
    if (!keys.dispatch(new ModelKeyFilter(false))) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=rangesOfKeys");
    }
  }

  @Override
  public Boolean comparison(Filter.Comparison filter) {
    return filter.property().equals("PartitionKey")
        || filter.property().equals("RowKey") && inPartition;
  }

  @Override
  public Boolean and(Filter.And filter) {
    var within = new ModelKeyFilter(
        inPartition || filter.operands().stream().anyMatch(ModelKeyFilter::namesPartition));
    return filter.operands().stream().allMatch(operand -> operand.dispatch(within));
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

  private static boolean namesPartition(Filter filter) {
    return filter instanceof Filter.Comparison comparison
        && comparison.property().equals("PartitionKey")
        && comparison.operator() == Operator.EQUAL;
  }
}
