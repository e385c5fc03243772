package io.weir.api.contract;

import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Aggregates in their simplest form: all entities at hand, and all numbers as decimals.
 *
 * <p>A group is the map of its values by name; an absent value is an empty optional.
 */
final class ModelAggregation {

  private static final List<EdmType> TYPES = List.of(EdmType.values());

  private static final Comparator<Optional<EdmValue>> ORDER = ModelOrder::compare;

  private ModelAggregation() {}

  /** Returns the groups of an answer in the form in which the model has them. */
  static List<Map<String, Optional<EdmValue>>> shown(List<Entity> groups, Aggregation aggregation) {
    return groups.stream().map(group -> shown(group, aggregation)).toList();
  }

  private static Map<String, Optional<EdmValue>> shown(Entity group, Aggregation aggregation) {
    var values = new LinkedHashMap<String, Optional<EdmValue>>();
    aggregation.names().forEach(name -> values.put(name, ModelOrder.valueOf(group, name)));
    return values;
  }

  /** Returns the groups of some entities, in their order. */
  static List<Map<String, Optional<EdmValue>>> of(List<Entity> entities, Aggregation aggregation) {
    var members = new HashMap<List<Optional<EdmValue>>, List<Entity>>();
    if (aggregation.groupBy().isEmpty()) {
      members.put(List.of(), List.of());
    }
    for (var entity : entities) {
      var key = aggregation.groupBy().stream()
          .map(name -> ModelOrder.valueOf(entity, name).map(ModelAggregation::unsignedZero))
          .toList();
      var all = new ArrayList<>(members.getOrDefault(key, List.of()));
      all.add(entity);
      members.put(key, all);
    }
    return members.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(ModelAggregation::compare))
        .map(group -> values(group.getKey(), group.getValue(), aggregation))
        .toList();
  }

  private static int compare(List<Optional<EdmValue>> one, List<Optional<EdmValue>> other) {
    var order = 0;
    for (var i = 0; order == 0 && i < one.size(); i++) {
      order = ORDER.thenComparing(ModelAggregation::type).compare(one.get(i), other.get(i));
    }
    return order;
  }

  private static int type(Optional<EdmValue> value) {
    return value.map(each -> TYPES.indexOf(each.type())).orElse(-1);
  }

  private static EdmValue unsignedZero(EdmValue value) {
    return value.equals(new EdmDouble(-0.0)) ? new EdmDouble(0.0) : value;
  }

  private static Map<String, Optional<EdmValue>> values(
      List<Optional<EdmValue>> key, List<Entity> members, Aggregation aggregation) {
    var values = new LinkedHashMap<String, Optional<EdmValue>>();
    for (var i = 0; i < key.size(); i++) {
      values.put(aggregation.groupBy().get(i), key.get(i));
    }
    aggregation.aggregates().forEach(each -> values.put(each.alias(), value(each, members)));
    return values;
  }

  private static Optional<EdmValue> value(Aggregate aggregate, List<Entity> members) {
    var values = members.stream()
        .flatMap(entity -> ModelOrder.valueOf(entity, aggregate.property()).stream())
        .toList();
    var numbers = values.stream().filter(ModelAggregation::isNumber).toList();
    return switch (aggregate.function()) {
      case COUNT -> Optional.of(new EdmInt64(members.size()));
      case SUM -> numbers.isEmpty() ? Optional.empty() : Optional.of(sum(numbers));
      case AVERAGE -> numbers.isEmpty() ? Optional.empty() : Optional.of(average(numbers));
      case MIN -> ordered(values).min(total());
      case MAX -> ordered(values).max(total());
    };
  }

  private static Stream<EdmValue> ordered(List<EdmValue> values) {
    return values.stream().filter(value -> !value.equals(new EdmDouble(Double.NaN)));
  }

  /** Equal numbers by their type, and minus zero before zero. */
  private static Comparator<EdmValue> total() {
    Comparator<EdmValue> byValue =
        (one, other) -> ModelOrder.compare(Optional.of(one), Optional.of(other));
    return byValue
        .thenComparing(EdmValue::type)
        .thenComparingDouble(value -> value instanceof EdmDouble number ? number.value() : 0);
  }

  private static boolean isNumber(EdmValue value) {
    return value.type() == EdmType.INT32
        || value.type() == EdmType.INT64
        || value.type() == EdmType.DOUBLE;
  }

  private static EdmValue sum(List<EdmValue> numbers) {
    if (numbers.stream().noneMatch(EdmDouble.class::isInstance)) {
      return new EdmInt64(total(numbers).longValueExact());
    }
    return new EdmDouble(unbounded(numbers).orElseGet(() -> total(numbers).doubleValue()));
  }

  private static EdmValue average(List<EdmValue> numbers) {
    return new EdmDouble(unbounded(numbers)
        .orElseGet(() -> total(numbers)
            .divide(BigDecimal.valueOf(numbers.size()), MathContext.DECIMAL128)
            .doubleValue()));
  }

  /** Returns the sum of the infinities and NaN, if there are any. */
  private static Optional<Double> unbounded(List<EdmValue> numbers) {
    return numbers.stream()
        .filter(EdmDouble.class::isInstance)
        .map(number -> ((EdmDouble) number).value())
        .filter(number -> !Double.isFinite(number))
        .reduce(Double::sum);
  }

  private static BigDecimal total(List<EdmValue> numbers) {
    return numbers.stream().map(ModelAggregation::decimal).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal decimal(EdmValue number) {
    if (number instanceof EdmDouble binary) {
      return new BigDecimal(binary.value());
    }
    return BigDecimal.valueOf(
        number instanceof EdmInt32 small ? small.value() : ((EdmInt64) number).value());
  }
}
