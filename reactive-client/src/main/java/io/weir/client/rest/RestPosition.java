package io.weir.client.rest;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.edm.EdmString;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The position in a query's answer, in the form in which the dialect can be asked for the rest: a
 * list of filters, and the service's token for the first of them.
 *
 * <p>A {@link Continuation} names a key, but the tokens of a service are opaque. An answer
 * therefore continues from a key by two filters: one for the rest of the key's partition, one for
 * the partitions after it. Every service can answer both without reading what precedes the key.
 *
 * @param filters at least one
 */
record RestPosition(List<Filter> filters, SegmentToken token) {

  private static final String PARTITION_KEY = "PartitionKey";
  private static final String ROW_KEY = "RowKey";

  RestPosition {
    filters = List.copyOf(filters);
  }

  /** Returns where a query of entities begins. */
  static RestPosition ofEntities(Query query) {
    var from = query.from();
    if (from == null) {
      return new RestPosition(List.of(query.filter()), SegmentToken.NONE);
    }
    var partition = from.key().partitionKey();
    var row =
        new Filter.Comparison(ROW_KEY, behind(from), new EdmString(from.key().rowKey()));
    return new RestPosition(
        List.of(
            both(query.filter(), key(Operator.EQUAL, partition), row),
            both(query.filter(), key(Operator.GREATER, partition))),
        SegmentToken.NONE);
  }

  /** Returns where a list of tables begins. */
  static RestPosition ofTables(Query query) {
    var from = query.from();
    var filter = from == null
        ? query.filter()
        : both(
            query.filter(),
            new Filter.Comparison(
                "TableName", behind(from), new EdmString(from.key().partitionKey())));
    return new RestPosition(List.of(filter), SegmentToken.NONE);
  }

  Filter filter() {
    return filters.get(0);
  }

  /** Returns where the answer continues after a segment; empty after the last one. */
  Optional<RestPosition> behind(ResultSegment<?> segment) {
    if (!segment.token().isNone()) {
      return Optional.of(new RestPosition(filters, segment.token()));
    }
    return filters.size() == 1
        ? Optional.empty()
        : Optional.of(new RestPosition(filters.subList(1, filters.size()), SegmentToken.NONE));
  }

  private static Operator behind(Continuation from) {
    return from.inclusive() ? Operator.GREATER_OR_EQUAL : Operator.GREATER;
  }

  private static Filter.Comparison key(Operator operator, String partition) {
    return new Filter.Comparison(PARTITION_KEY, operator, new EdmString(partition));
  }

  /**
   * Puts the keys first: some services look only at the beginning of a filter when they choose what
   * to read.
   */
  private static Filter both(Filter asked, Filter.Comparison... keys) {
    var all = new ArrayList<Filter>(List.of(keys));
    if (!asked.equals(Filter.ALL)) {
      all.add(asked);
    }
    return all.size() == 1 ? all.get(0) : new Filter.And(all);
  }
}
