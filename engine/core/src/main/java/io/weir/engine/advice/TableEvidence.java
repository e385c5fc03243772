package io.weir.engine.advice;

import io.weir.api.TableName;
import io.weir.engine.catalog.Table;
import io.weir.engine.observe.Observed;
import io.weir.engine.observe.PartitionName;
import io.weir.engine.observe.PartitionTally;
import io.weir.engine.observe.PlanTally;
import io.weir.engine.observe.QueryShape;
import io.weir.engine.observe.TableTally;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The evidence on one table: its record of requests, its sizes and its indexes.
 *
 * @param observed the record of requests to all tables
 * @param isFollowed whether a change feed of the table may be read
 */
record TableEvidence(
    Table table,
    Observed observed,
    PartitionSizes sizes,
    boolean isFollowed,
    Thresholds thresholds) {

  TableName name() {
    return table.name();
  }

  /** Returns the partitions with requests, the busiest one first. */
  Stream<Map.Entry<String, PartitionTally>> partitions() {
    return observed.partitions().entrySet().stream()
        .filter(each -> each.getKey().tableId() == table.id())
        .sorted(Comparator.<Map.Entry<PartitionName, PartitionTally>>comparingLong(
                each -> -each.getValue().requests())
            .thenComparing(each -> each.getKey().partitionKey()))
        .map(each -> Map.entry(each.getKey().partitionKey(), each.getValue()));
  }

  /** Returns the shapes of queries, the most expensive one first. */
  Stream<Map.Entry<QueryShape, PlanTally>> plans() {
    return observed.plans().entrySet().stream()
        .filter(each -> each.getKey().tableId() == table.id())
        .sorted(Comparator.<Map.Entry<QueryShape, PlanTally>>comparingLong(
                each -> -each.getValue().scanned())
            .thenComparing(each -> each.getKey().toString()));
  }

  /**
   * Returns the requests to the table; null when there were none, and when not all of them were
   * counted.
   */
  @Nullable
  TableTally requests() {
    return observed.table(table.id());
  }

  /** Returns the average per second of a number that the record has counted. */
  long perSecond(long number) {
    return Math.round(number / Math.max(1, observed.span().toMillis() / 1_000.0));
  }

  static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
