package io.weir.pattern.partitioned;

import io.weir.api.edm.EdmString;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.Optional;

/** The partition to which a filter restricts a query. */
public final class PinnedPartition {

  private PinnedPartition() {}

  /**
   * Returns the PartitionKey that every matching entity has. Empty if the filter does not name one
   * by {@code eq}.
   */
  public static Optional<String> of(Filter filter) {
    if (filter instanceof Filter.And and) {
      return and.operands().stream().flatMap(operand -> of(operand).stream()).findFirst();
    }
    return filter instanceof Filter.Comparison comparison
            && comparison.property().equals("PartitionKey")
            && comparison.operator() == Operator.EQUAL
            && comparison.literal() instanceof EdmString key
        ? Optional.of(key.value())
        : Optional.empty();
  }
}
