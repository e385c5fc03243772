package io.weir.server.auth;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A range of keys, both ends included; an end that is absent is open. Immutable.
 *
 * <p>Keys compare as pairs: a row key counts only in the partition at that end.
 *
 * @param startPartition lowest partition
 * @param startRow lowest row of it; only with a partition
 * @param endPartition highest partition
 * @param endRow highest row of it; only with a partition
 */
record GrantedKeys(
    Optional<String> startPartition,
    Optional<String> startRow,
    Optional<String> endPartition,
    Optional<String> endRow) {

  /** All keys. */
  static final GrantedKeys NONE =
      new GrantedKeys(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  boolean contains(EntityKey key) {
    return order(key, startPartition, startRow) >= 0 && order(key, endPartition, endRow) <= 0;
  }

  /** 0 where there is no end, or the key lies in the end's partition, all of which is meant. */
  private static int order(EntityKey key, Optional<String> partition, Optional<String> row) {
    if (partition.isEmpty()) {
      return 0;
    }
    var byPartition = key.partitionKey().compareTo(partition.get());
    return byPartition != 0 || row.isEmpty() ? byPartition : key.rowKey().compareTo(row.get());
  }

  /** Matches what the filter matches within the bounds. */
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
