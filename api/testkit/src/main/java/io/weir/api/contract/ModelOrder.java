package io.weir.api.contract;

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
 * The order of values and entities that {@link io.weir.api.index} specifies, in its simplest form.
 */
public final class ModelOrder {

  private ModelOrder() {}

  /** Returns the order by some properties, and by key where their values are equal. */
  public static Comparator<Entity> of(List<SortProperty> order) {
    var byKey = Comparator.comparing(Entity::key);
    return order.stream()
        .map(ModelOrder::by)
        .reduce(Comparator::thenComparing)
        .map(byValues -> byValues.thenComparing(byKey))
        .orElse(byKey);
  }

  private static Comparator<Entity> by(SortProperty property) {
    Comparator<Entity> ascending =
        (one, other) -> compare(valueOf(one, property.name()), valueOf(other, property.name()));
    return property.descending() ? ascending.reversed() : ascending;
  }

  /** Returns the value of a property or of a system property. */
  static Optional<EdmValue> valueOf(Entity entity, String property) {
    return switch (property) {
      case "PartitionKey" -> Optional.of(new EdmString(entity.partitionKey()));
      case "RowKey" -> Optional.of(new EdmString(entity.rowKey()));
      case "Timestamp" -> Optional.of(new EdmDateTime(entity.timestampTicks()));
      default -> entity.get(property);
    };
  }

  /** Compares two values; a missing one comes first. */
  public static int compare(Optional<EdmValue> one, Optional<EdmValue> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return Boolean.compare(one.isPresent(), other.isPresent());
    }
    var kinds = Integer.compare(kind(one.get()), kind(other.get()));
    return kinds != 0 ? kinds : compareOfKind(one.get(), other.get());
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

  private static int compareOfKind(EdmValue one, EdmValue other) {
    return switch (one.type()) {
      case BOOLEAN -> Boolean.compare(((EdmBoolean) one).value(), ((EdmBoolean) other).value());
      case INT32, INT64, DOUBLE -> compareNumbers(one, other);
      case DATE_TIME -> ((EdmDateTime) one).compareTo((EdmDateTime) other);
      case GUID -> text((EdmGuid) one).compareTo(text((EdmGuid) other));
      case STRING -> ((EdmString) one).value().compareTo(((EdmString) other).value());
      case BINARY -> ((EdmBinary) one).compareTo((EdmBinary) other);
    };
  }

  /** The unsigned order of GUIDs is the order of their text. */
  private static String text(EdmGuid guid) {
    return guid.value().toString();
  }

  private static int compareNumbers(EdmValue one, EdmValue other) {
    var asDoubles = Double.compare(asDouble(one), asDouble(other));
    return asDoubles != 0 ? asDoubles : Long.compare(asLong(one), asLong(other));
  }

  private static double asDouble(EdmValue value) {
    var number = switch (value.type()) {
      case INT32 -> ((EdmInt32) value).value();
      case INT64 -> (double) ((EdmInt64) value).value();
      default -> ((EdmDouble) value).value();
    };
    return number == 0 ? 0.0 : number; // minus zero equals zero
  }

  private static long asLong(EdmValue value) {
    return switch (value.type()) {
      case INT32 -> ((EdmInt32) value).value();
      case INT64 -> ((EdmInt64) value).value();
      default -> (long) ((EdmDouble) value).value();
    };
  }
}
