package io.weir.server.auth;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys that a token covers: a range with inclusive ends, each of which may be absent.
 * Immutable.
 *
 * <p>Keys compare as pairs. A row key therefore restricts only the partition at its end of the
 * range.
 *
 * @param startPartition lowest partition key
 * @param startRow lowest row key within that partition; present only with {@code startPartition}
 * @param endPartition highest partition key
 * @param endRow highest row key within that partition; present only with {@code endPartition}
 */
record GrantedKeys(
    Optional<String> startPartition,
    Optional<String> startRow,
    Optional<String> endPartition,
    Optional<String> endRow) {

  /** Covers all keys. */
  static final GrantedKeys NONE =
      new GrantedKeys(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  boolean contains(EntityKey key) {
    return order(key, startPartition, startRow) >= 0 && order(key, endPartition, endRow) <= 0;
  }

  /**
   * Compares a key with one end of the range. Returns 0 if the end is absent, or if the end has no
   * row key and its partition is the key's.
   */
  private static int order(EntityKey key, Optional<String> partition, Optional<String> row) {
    if (partition.isEmpty()) {
      return 0;
    }
    var byPartition = key.partitionKey().compareTo(partition.get());
    return byPartition != 0 || row.isEmpty() ? byPartition : key.rowKey().compareTo(row.get());
  }

  /**
   * Returns a filter that matches only entities that match {@code filter} and lie within the range.
   */
  Filter restrict(Filter filter) {
    var all = new ArrayList<Filter>();
    startPartition.ifPresent(partition ->
        all.add(end(partition, startRow, Operator.GREATER, Operator.GREATER_OR_EQUAL)));
    endPartition.ifPresent(
        partition -> all.add(end(partition, endRow, Operator.LESS, Operator.LESS_OR_EQUAL)));
    if (all.isEmpty()) {
      return filter;
    }
    all.add(filter);
    return new Filter.And(all);
  }

  private static Filter end(
      String partition, Optional<String> row, Operator beyond, Operator within) {
    return row.<Filter>map(key -> new Filter.Or(List.of(
            compare("PartitionKey", beyond, partition),
            new Filter.And(List.of(
                compare("PartitionKey", Operator.EQUAL, partition),
                compare("RowKey", within, key))))))
        .orElseGet(() -> compare("PartitionKey", within, partition));
  }

  private static Filter compare(String key, Operator operator, String value) {
    return new Filter.Comparison(key, operator, new EdmString(value));
  }
}
