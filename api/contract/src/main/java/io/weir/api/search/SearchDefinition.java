package io.weir.api.search;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashSet;
import java.util.List;

/**
 * Which properties of a table are searched. A table has one definition at most.
 *
 * @param properties 1 to {@link #MOST_PROPERTIES}, each name once
 */
public record SearchDefinition(List<SearchedProperty> properties) {

  public static final int MOST_PROPERTIES = 16;

  /** Fails with {@code InvalidInput}. */
  public SearchDefinition {
    properties = List.copyOf(properties);
    if (properties.isEmpty() || properties.size() > MOST_PROPERTIES) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "searchedProperties=" + properties.size() + " from=1 to=" + MOST_PROPERTIES);
    }
    var names = new HashSet<String>();
    for (var property : properties) {
      if (!names.add(property.name())) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "searchedPropertyGivenTwice=" + property.name());
      }
    }
  }

  /** Returns the definition of properties that are divided into words and weigh the same. */
  public static SearchDefinition of(String... names) {
    return new SearchDefinition(
        List.of(names).stream().map(SearchedProperty::new).toList());
  }

  /**
   * Returns whether an index of the other definition serves this one: only weights differ, which
   * are applied when a query runs.
   */
  public boolean isIndexedAs(SearchDefinition other) {
    return shape().equals(other.shape());
  }

  private List<String> shape() {
    return properties.stream()
        .map(property -> property.name() + ' ' + property.analyzer().text())
        .sorted()
        .toList();
  }
}
