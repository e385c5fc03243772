package io.weir.api.aggregate;

import java.util.Arrays;
import java.util.Optional;

/**
 * What an aggregate computes: see {@link io.weir.api.aggregate}.
 *
 * <p>Source: OData Extension for Data Aggregation Version 4.0, section 3.1.3.
 */
public enum AggregateFunction {
  COUNT("$count"),
  SUM("sum"),
  MIN("min"),
  MAX("max"),
  AVERAGE("average");

  private final String method;

  AggregateFunction(String method) {
    this.method = method;
  }

  /** Returns the name in {@code $apply}. */
  public String method() {
    return method;
  }

  /** Returns the function of a property with exactly this name. */
  static Optional<AggregateFunction> ofMethod(String name) {
    return Arrays.stream(values())
        .filter(function -> function != COUNT && function.method.equals(name))
        .findFirst();
  }
}
