package io.weir.pattern.view;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityBuilder;

/**
 * A property of a view's row that summarises a group of entities.
 *
 * <p>A sum has the numbers of a property: Int32, Int64 and finite Double. A minimum and a maximum
 * also have DateTimes, which come after the numbers. Entities without such a value count, and
 * change nothing else. A group without any value has no such property. Immutable; any thread.
 *
 * @param name the property of the view's row
 * @param kind how the values become one
 * @param property the property of the entities; empty for a count
 */
public record Aggregate(String name, Kind kind, String property) {

  /** How the values of a group become one. */
  enum Kind {
    COUNT,
    SUM,
    MIN,
    MAX
  }

  /** Fails as {@link EntityBuilder} does for a name that no property can have. */
  public Aggregate {
    new EntityBuilder().set(name, 0);
  }

  /** Counts the entities of a group, as Int64. */
  public static Aggregate count(String name) {
    return new Aggregate(name, Kind.COUNT, "");
  }

  /**
   * Adds the numbers of a property. The sum is exact, in whatever order the numbers come and go: an
   * Int64 if all are integers and the sum fits, otherwise the Double next to it.
   */
  public static Aggregate sum(String name, String property) {
    return new Aggregate(name, Kind.SUM, property);
  }

  /** Has the lowest value of a property. */
  public static Aggregate min(String name, String property) {
    return new Aggregate(name, Kind.MIN, property);
  }

  /** Has the highest value of a property. */
  public static Aggregate max(String name, String property) {
    return new Aggregate(name, Kind.MAX, property);
  }

  /** Whether a value takes part in this aggregate. */
  boolean takes(EdmValue value) {
    return isExtreme()
        ? ValueOrder.of(value).isPresent()
        : kind == Kind.SUM && ExactSum.takes(value);
  }

  /** Whether one of the values is the aggregate, so that the values must be kept in order. */
  boolean isExtreme() {
    return kind == Kind.MIN || kind == Kind.MAX;
  }
}
