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
 * How far a query's answer is, as the dialect can be asked for the rest: filters, one behind the other, and the service's token in
 * the first of them.
 *
 * <p>A {@link Continuation} names a key, and what tokens of a service are made of is its own affair. So an answer goes on from a key by
 * two filters, both of which every service answers without reading what lies before: the rest of that key's partition, then the
 * partitions behind it.
 *
 * @param filters at least one
 */
record RestPosition(List<Filter> filters, SegmentToken token) {

  private static final String PARTITION_KEY = "PartitionKey";
  private static final String ROW_KEY = "RowKey";

  RestPosition {
    filters = List.copyOf(filters);
  }

  /** Where a query of entities begins. */
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

  /** Where a list of tables begins. */
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

  /** Where it goes on behind a segment; empty when that was the last. */
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

  /** The keys first: some services look at nothing but the beginning of a filter when they choose what to read. */
  private static Filter both(Filter asked, Filter.Comparison... keys) {
    var all = new ArrayList<Filter>(List.of(keys));
    if (!asked.equals(Filter.ALL)) {
      all.add(asked);
    }
    return all.size() == 1 ? all.get(0) : new Filter.And(all);
  }
}
