package io.weir.engine.query;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import java.util.Optional;

/** Evaluates a filter on an entity, literally and over decoded values. */
record FilterReference(Entity entity) implements Filter.Evaluation {

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
  public Boolean textTest(Filter.TextTest filter) {
    return value(filter.property())
        .map(value -> Comparisons.holds(value, filter))
        .orElse(false);
  }

  @Override
  public Boolean derived(Filter.Derived filter) {
    return value(filter.property())
        .map(value -> Comparisons.holds(value, filter))
        .orElse(false);
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
