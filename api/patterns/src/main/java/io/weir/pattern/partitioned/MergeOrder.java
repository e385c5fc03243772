package io.weir.pattern.partitioned;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.index.SortProperty;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The order of entities by the values of properties, which is that of indexes. A missing value
 * comes first, then booleans, numbers, moments, GUIDs, text and bytes. Numbers of different types
 * compare by their values: 0.0 equals -0.0, and NaN is the greatest. Text compares by UTF-16 unit.
 * Any thread.
 */
final class MergeOrder {

  private MergeOrder() {}

  /** Returns the order by some properties, at least one. Entities with equal values are equal. */
  static Comparator<Entity> of(List<SortProperty> order) {
    return order.stream().map(MergeOrder::by).reduce(Comparator::thenComparing).orElseThrow();
  }

  private static Comparator<Entity> by(SortProperty property) {
    Comparator<Entity> ascending =
        (one, other) -> compare(value(one, property.name()), value(other, property.name()));
    return property.descending() ? ascending.reversed() : ascending;
  }

  private static Optional<EdmValue> value(Entity entity, String property) {
    return switch (property) {
      case "PartitionKey" -> Optional.of(new EdmString(entity.partitionKey()));
      case "RowKey" -> Optional.of(new EdmString(entity.rowKey()));
      case "Timestamp" -> Optional.of(new EdmDateTime(entity.timestampTicks()));
      default -> entity.get(property);
    };
  }

  private static int compare(Optional<EdmValue> one, Optional<EdmValue> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return Boolean.compare(one.isPresent(), other.isPresent());
    }
    var byKind = Integer.compare(kind(one.get()), kind(other.get()));
    return byKind != 0 ? byKind : ofOneKind(one.get(), other.get());
  }

  private static int kind(EdmValue value) {
    return switch (value.type()) {
      case BOOLEAN -> 1;
      case INT32, INT64, DOUBLE -> 2;
      case DATE_TIME -> 3;
      case GUID -> 4;
      case STRING -> 5;
      case BINARY -> 6;
    };
  }

  private static int ofOneKind(EdmValue one, EdmValue other) {
    return switch (one.type()) {
      case BOOLEAN -> Boolean.compare(((EdmBoolean) one).value(), ((EdmBoolean) other).value());
      case INT32, INT64, DOUBLE -> numbers(one, other);
      case DATE_TIME -> ((EdmDateTime) one).compareTo((EdmDateTime) other);
      case GUID -> text(one).compareTo(text(other)); // the order of unsigned bytes
      case STRING -> ((EdmString) one).value().compareTo(((EdmString) other).value());
      case BINARY -> ((EdmBinary) one).compareTo((EdmBinary) other);
    };
  }

  private static String text(EdmValue guid) {
    return ((EdmGuid) guid).value().toString();
  }

  /**
   * Compares two numbers as doubles; if these are equal, as integers, because a double does not
   * hold every integer.
   */
  private static int numbers(EdmValue one, EdmValue other) {
    var asDoubles = Double.compare(asDouble(one), asDouble(other));
    return asDoubles != 0 ? asDoubles : Long.compare(asLong(one), asLong(other));
  }

  private static double asDouble(EdmValue number) {
    var value = switch (number.type()) {
      case INT32 -> ((EdmInt32) number).value();
      case INT64 -> (double) ((EdmInt64) number).value();
      default -> ((EdmDouble) number).value();
    };
    return value == 0 ? 0.0 : value;
  }

  private static long asLong(EdmValue number) {
    return switch (number.type()) {
      case INT32 -> ((EdmInt32) number).value();
      case INT64 -> ((EdmInt64) number).value();
      default -> (long) ((EdmDouble) number).value();
    };
  }
}
