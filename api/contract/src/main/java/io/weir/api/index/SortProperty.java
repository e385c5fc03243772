package io.weir.api.index;

import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A property that entities are sorted by, and the direction.
 *
 * <p>Fails with {@code InvalidInput} for an empty name, for one that is too long for a property,
 * and for one with a control character.
 *
 * @param name a property of entities, or {@code PartitionKey}, {@code RowKey} or {@code Timestamp}
 * @param descending whether the greatest value comes first
 */
public record SortProperty(String name, boolean descending) {

  public SortProperty {
    if (name.isEmpty()
        || name.length() > Limits.PROPERTY_NAME_UNITS
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=propertyName");
    }
  }

  /** Returns a property that is sorted from its smallest value to its greatest. */
  public static SortProperty ascending(String name) {
    return new SortProperty(name, false);
  }

  /** Returns a property that is sorted from its greatest value to its smallest. */
  public static SortProperty descending(String name) {
    return new SortProperty(name, true);
  }

  /** Returns this property with the opposite direction. */
  public SortProperty reversed() {
    return new SortProperty(name, !descending);
  }

  @Override
  public String toString() {
    return descending ? name + " desc" : name;
  }
}
