package io.weir.api.aggregate;

import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is computed from the answer of a query: aggregates of all entities, or of each group of
 * entities that have the same values.
 *
 * <pre>{@code
 * Aggregation.of(Aggregate.sum("Amount", "Total")).groupBy("Species")
 * }</pre>
 *
 * <p>Without groups the answer is one group, also of no entities. With groups it has a group for
 * each combination of values that occurs, in their order; no aggregate is needed then. Fails with
 * {@code InvalidInput} for no aggregate and no group, for more than {@link #MAX_AGGREGATES}
 * aggregates or {@link #MAX_PROPERTIES} properties to group by, and for two values of one name.
 *
 * @param groupBy the properties that the entities of a group agree in, also system properties
 * @param aggregates what is computed for each group
 */
public record Aggregation(List<String> groupBy, List<Aggregate> aggregates) {

  /** Most aggregates. */
  public static final int MAX_AGGREGATES = 16;

  /** Most properties to group by. */
  public static final int MAX_PROPERTIES = 2;

  /** Most groups of an answer. */
  public static final int MAX_GROUPS = 1_000;

  /**
   * Most bytes of the texts and binary values that an aggregation holds at any moment: those by
   * which it is grouped, and the extremes of the entities so far. A UTF-16 unit counts as two.
   */
  public static final long MAX_BYTES = 4L << 20;

  /** The count of all entities. */
  public static final Aggregation COUNT = of(Aggregate.count("Count"));

  public Aggregation {
    groupBy = List.copyOf(groupBy);
    aggregates = List.copyOf(aggregates);
    groupBy.forEach(Aggregate::requireName);
    if (groupBy.isEmpty() && aggregates.isEmpty()) {
      throw invalid("expected=aggregate");
    }
    requireAtMost(MAX_PROPERTIES, groupBy.size(), "groupBy");
    requireAtMost(MAX_AGGREGATES, aggregates.size(), "aggregates");
    requireDistinct(groupBy, aggregates);
  }

  /** Returns the aggregates of all entities. */
  public static Aggregation of(Aggregate... aggregates) {
    return new Aggregation(List.of(), List.of(aggregates));
  }

  /** Returns these aggregates for each group of entities with the same values. */
  public Aggregation groupBy(String... properties) {
    return new Aggregation(List.of(properties), aggregates);
  }

  private static void requireAtMost(int limit, int number, String what) {
    if (number > limit) {
      throw invalid(what + "=" + number + " limit=" + limit);
    }
  }

  private static void requireDistinct(List<String> groupBy, List<Aggregate> aggregates) {
    var names = new LinkedHashSet<String>();
    for (var name : names(groupBy, aggregates)) {
      if (!names.add(name)) {
        throw invalid("aggregate=" + name + " reason=nameIsTaken");
      }
    }
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }

  /**
   * Whether it consists of counts of all entities, which a service may know without reading them.
   */
  public boolean isCount() {
    return groupBy.isEmpty()
        && aggregates.stream().allMatch(each -> each.function() == AggregateFunction.COUNT);
  }

  /** Returns the names of a group's values in the answer, in their order. */
  public List<String> names() {
    return names(groupBy, aggregates);
  }

  private static List<String> names(List<String> groupBy, List<Aggregate> aggregates) {
    var names = new ArrayList<>(groupBy);
    aggregates.forEach(each -> names.add(each.alias()));
    return names;
  }

  /** Returns the properties of the entities that it needs, each once; empty for counts alone. */
  public List<String> properties() {
    var properties = new LinkedHashSet<>(groupBy);
    aggregates.stream()
        .filter(each -> each.function() != AggregateFunction.COUNT)
        .forEach(each -> properties.add(each.property()));
    return List.copyOf(properties);
  }

  /** Returns the selection of a query whose entities it needs; no more than a key for counts. */
  public Selection selection() {
    var properties = properties();
    return properties.isEmpty() ? Selection.of("PartitionKey") : Selection.of(properties);
  }

  /** Returns the text that {@link AggregationParser} reads back as an equal aggregation. */
  @Override
  public String toString() {
    var computed = aggregates.stream()
        .map(Aggregate::toString)
        .collect(Collectors.joining(",", "aggregate(", ")"));
    if (groupBy.isEmpty()) {
      return computed;
    }
    var properties = "groupby((" + String.join(",", groupBy) + ")";
    return aggregates.isEmpty() ? properties + ")" : properties + "," + computed + ")";
  }
}
