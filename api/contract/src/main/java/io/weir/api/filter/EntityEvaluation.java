package io.weir.api.filter;

import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import java.util.Optional;

/** The evaluation of a filter on one entity. An entity that was never stored has no Timestamp. */
record EntityEvaluation(Entity entity) implements Filter.Evaluation {

  @Override
  public Boolean comparison(Filter.Comparison filter) {
    return value(filter.property())
        .filter(value -> Comparisons.holds(value, filter.operator(), filter.literal()))
        .isPresent();
  }

  @Override
  public Boolean textTest(Filter.TextTest filter) {
    return value(filter.property())
        .filter(value -> Comparisons.holds(value, filter))
        .isPresent();
  }

  @Override
  public Boolean derived(Filter.Derived filter) {
    return value(filter.property())
        .filter(value -> Comparisons.holds(value, filter))
        .isPresent();
  }

  private Optional<? extends EdmValue> value(String property) {
    return switch (property) {
      case "PartitionKey" -> Optional.of(new EdmString(entity.partitionKey()));
      case "RowKey" -> Optional.of(new EdmString(entity.rowKey()));
      case "Timestamp" -> entity.timestamp();
      default -> entity.get(property);
    };
  }
}
