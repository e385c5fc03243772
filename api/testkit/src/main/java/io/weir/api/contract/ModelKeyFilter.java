package io.weir.api.contract;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;

/**
 * A check that a filter describes ranges of keys: it compares PartitionKey and RowKey only, or
 * tests how they begin, and RowKey only within a fixed partition.
 *
 * @param inPartition whether the filter around this part fixes PartitionKey by {@code eq}
 */
record ModelKeyFilter(boolean inPartition) implements Filter.Handler<Boolean> {

  /** Fails with {@code InvalidInput} when the filter describes no ranges of keys. */
  static void require(Filter keys) {
    if (!keys.dispatch(new ModelKeyFilter(false))) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=rangesOfKeys");
    }
  }

  @Override
  public Boolean comparison(Filter.Comparison filter) {
    return isRange(filter);
  }

  @Override
  public Boolean textTest(Filter.TextTest filter) {
    return filter.match() == TextMatch.STARTS_WITH && !filter.lowered() && isRange(filter);
  }

  @Override
  public Boolean derived(Filter.Derived filter) {
    return false;
  }

  private boolean isRange(Filter.OfProperty filter) {
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
