package io.weir.api.search;

import io.weir.api.entity.PropertyName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A property whose text is searched. Entities in which it is absent or no string are not found by
 * it.
 *
 * @param name of a property that is not a system property
 * @param weight factor of the scores of matches in this property, from {@link #LEAST_WEIGHT} to
 *     {@link #MOST_WEIGHT}
 */
public record SearchedProperty(String name, TextAnalyzer analyzer, double weight) {

  public static final double LEAST_WEIGHT = 0.01;
  public static final double MOST_WEIGHT = 100;

  /** Fails with {@code PropertyNameInvalid} or {@code OutOfRangeInput}. */
  public SearchedProperty {
    PropertyName.requireOwn(name);
    if (!(weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT)) { // deliberate: refuses NaN as well
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "property=" + name + " weight=" + weight + " from=" + LEAST_WEIGHT + " to="
              + MOST_WEIGHT);
    }
  }

  /** Makes a property of weight 1 that is divided into words. */
  public SearchedProperty(String name) {
    this(name, TextAnalyzer.STANDARD, 1);
  }
}
