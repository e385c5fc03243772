package io.weir.api.aggregate;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.PropertyName;

/**
 * One value of a group, computed from its entities, and its name in the answer.
 *
 * <p>Fails with {@code PropertyNameInvalid} or {@code PropertyNameTooLong} for an alias or a
 * property that no entity can have.
 *
 * @param function what is computed
 * @param property the property of the entities, also a system property; empty for a count
 * @param alias the name of the value in the answer, not that of a system property
 */
public record Aggregate(AggregateFunction function, String property, String alias) {

  public Aggregate {
    PropertyName.requireOwn(alias);
    if (function != AggregateFunction.COUNT) {
      requireName(property);
    }
  }

  /** Fails unless entities can have a property of this name. */
  static void requireName(String property) {
    if (!EntityBuilder.isSystemProperty(property)) {
      PropertyName.requireOwn(property);
    }
  }

  /** Counts entities, as Int64. */
  public static Aggregate count(String alias) {
    return new Aggregate(AggregateFunction.COUNT, "", alias);
  }

  /** Adds the numbers of a property. */
  public static Aggregate sum(String property, String alias) {
    return new Aggregate(AggregateFunction.SUM, property, alias);
  }

  /** Finds the least value of a property. */
  public static Aggregate min(String property, String alias) {
    return new Aggregate(AggregateFunction.MIN, property, alias);
  }

  /** Finds the greatest value of a property. */
  public static Aggregate max(String property, String alias) {
    return new Aggregate(AggregateFunction.MAX, property, alias);
  }

  /** Divides the sum of a property's numbers by how many there are. */
  public static Aggregate average(String property, String alias) {
    return new Aggregate(AggregateFunction.AVERAGE, property, alias);
  }

  /** Returns the text in {@code $apply}: {@code Amount with sum as Total}. */
  @Override
  public String toString() {
    return function == AggregateFunction.COUNT
        ? function.method() + " as " + alias
        : property + " with " + function.method() + " as " + alias;
  }
}
