package io.weir.api.contract;

import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A direct evaluation of a filter.
 *
 * @param property returns the value of a property by its name; empty when it is absent
 * @param literal converts a literal to the form in which it is compared
 */
record ModelFilter(Function<String, Optional<EdmValue>> property, UnaryOperator<EdmValue> literal)
    implements Filter.Evaluation {

  static ModelFilter ofEntity(Entity entity) {
    return new ModelFilter(name -> valueOf(entity, name), UnaryOperator.identity());
  }

  /** Returns an evaluation on a table's name alone, ignoring case. */
  static ModelFilter ofTable(TableName table) {
    return new ModelFilter(
        name -> name.equals("TableName")
            ? Optional.of(new EdmString(table.folded()))
            : Optional.empty(),
        ModelFilter::folded);
  }

  boolean matches(Filter filter) {
    return filter.dispatch(this);
  }

  @Override
  public Boolean comparison(Filter.Comparison filter) {
    return property
        .apply(filter.property())
        .map(value -> Comparisons.holds(value, filter.operator(), literal.apply(filter.literal())))
        .orElse(false);
  }

  @Override
  public Boolean textTest(Filter.TextTest filter) {
    var text = ((EdmString) literal.apply(new EdmString(filter.text()))).value();
    return property
        .apply(filter.property())
        .map(value -> Comparisons.holds(
            value, new Filter.TextTest(filter.property(), filter.lowered(), filter.match(), text)))
        .orElse(false);
  }

  @Override
  public Boolean derived(Filter.Derived filter) {
    var compared = literal.apply(filter.literal());
    return property
        .apply(filter.property())
        .map(value -> Comparisons.holds(
            value,
            new Filter.Derived(
                filter.property(), filter.derivation(), filter.operator(), compared)))
        .orElse(false);
  }

  private static Optional<EdmValue> valueOf(Entity entity, String name) {
    return switch (name) {
      case "PartitionKey" -> Optional.of(new EdmString(entity.partitionKey()));
      case "RowKey" -> Optional.of(new EdmString(entity.rowKey()));
      case "Timestamp" -> Optional.of(new EdmDateTime(entity.timestampTicks()));
      default -> entity.get(name);
    };
  }

  private static EdmValue folded(EdmValue literal) {
    return literal instanceof EdmString text
        ? new EdmString(text.value().toLowerCase(Locale.ROOT))
        : literal;
  }
}
