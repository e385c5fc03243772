package io.weir.engine.observe;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Limits;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.index.SortProperty;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of an answer to a query: names and counts, and no value except the PartitionKey.
 * Immutable.
 *
 * @param selected the properties that the query selects; empty for all
 * @param compared the properties that its filter and its order read, except for keys and the
 *     Timestamp
 * @param partitionKey the PartitionKey that all matches have; null when the filter does not say,
 *     and when no entity can have it
 * @param shape the shape of the query; null for reads by key, and for a shape that is too long to
 *     keep
 */
record Answer(
    int tableId,
    Set<String> selected,
    Set<String> compared,
    @Nullable String partitionKey,
    @Nullable QueryShape shape,
    QueryReport report) {

  private static final String PARTITION_KEY = "PartitionKey";

  static Answer of(int tableId, Query query, QueryReport report) {
    var compared = new LinkedHashSet<>(QueryShape.propertiesOf(query.filter()));
    query.order().stream().map(SortProperty::name).forEach(compared::add);
    return new Answer(
        tableId,
        query.selection().names(),
        compared,
        partitionOf(query.filter()),
        shapeOf(tableId, query, report),
        report);
  }

  private static @Nullable QueryShape shapeOf(int tableId, Query query, QueryReport report) {
    if (report.path().compareTo(AccessPath.MULTI_POINT) <= 0) {
      return null;
    }
    var shape = QueryShape.of(tableId, query, report);
    return shape.units() <= QueryShape.MOST_UNITS ? shape : null;
  }

  private static @Nullable String partitionOf(Filter filter) {
    if (filter instanceof Filter.And and) {
      return and.operands().stream()
          .filter(Filter.Comparison.class::isInstance)
          .map(Answer::partitionOf)
          .filter(found -> found != null)
          .findFirst()
          .orElse(null);
    }
    return filter instanceof Filter.Comparison comparison
            && comparison.property().equals(PARTITION_KEY)
            && comparison.operator() == Operator.EQUAL
            && comparison.literal() instanceof EdmString text
            && text.value().length() <= Limits.KEY_UNITS
        ? text.value()
        : null;
  }

  /** Returns about the bytes that it holds. */
  long bytes() {
    return HeapEstimate.ofNames(selected)
        + HeapEstimate.ofNames(compared)
        + (partitionKey == null ? 0 : HeapEstimate.ofText(partitionKey))
        + (shape == null ? 0 : HeapEstimate.ofUnits(shape.units()));
  }
}
