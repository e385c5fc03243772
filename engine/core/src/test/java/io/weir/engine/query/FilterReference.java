package io.weir.engine.query;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import java.util.Optional;

/** What a filter says of an entity, evaluated as it reads, over decoded values. */
record FilterReference(Entity entity) implements Filter.Handler<Boolean> {

  static boolean matches(Filter filter, Entity entity) {
    return filter.dispatch(new FilterReference(entity));
  }

  @Override
  public Boolean comparison(Filter.Comparison filter) {
    return value(filter.property())
        .map(value -> Comparisons.holds(value, filter.operator(), filter.literal()))
        .orElse(false);
  }

  @Override
  public Boolean and(Filter.And filter) {
    return filter.operands().stream().allMatch(operand -> operand.dispatch(this));
  }

  @Override
  public Boolean or(Filter.Or filter) {
    return filter.operands().stream().anyMatch(operand -> operand.dispatch(this));
  }

  @Override
  public Boolean not(Filter.Not filter) {
    return !filter.operand().dispatch(this);
  }

  @Override
  public Boolean constant(Filter.Constant filter) {
    return filter.value();
  }

  private Optional<EdmValue> value(String property) {
    return switch (property) {
      case "PartitionKey" -> Optional.of(new EdmString(entity.partitionKey()));
      case "RowKey" -> Optional.of(new EdmString(entity.rowKey()));
      case "Timestamp" -> Optional.of(new EdmDateTime(entity.timestampTicks()));
      default -> entity.get(property);
    };
  }
}
