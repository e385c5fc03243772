package io.weir.cli.copy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Operator;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds a partition inside a range that is being copied, by reading single keys. Services tell no
 * histogram of keys, so the range is cut in the middle of the texts between its next partition and
 * its end; the parts differ in size, and a worker whose part is small takes another one.
 *
 * <p>Immutable; any thread.
 */
record RangeSplit(TableService source, TableName table, TableRanges ranges) {

  /** Most keys that are read for a cut: enough to find the middle of three units of a key. */
  private static final int MOST_PROBES = 48;

  /** Times that a worker looks again, because the partition which it found was read meanwhile. */
  private static final int MOST_LOOKS = 4;

  /**
   * Cuts a range and returns the number of the upper part, which is claimed. Empty if no range that
   * is being copied has another partition.
   */
  Mono<Integer> take() {
    return take(MOST_LOOKS);
  }

  private Mono<Integer> take(int looks) {
    return Flux.defer(() -> Flux.fromIterable(ranges.cuttable()))
        .concatMap(this::cut, 1)
        .next()
        .switchIfEmpty(looks == 1 ? Mono.empty() : Mono.defer(() -> take(looks - 1)));
  }

  private Mono<Integer> cut(TableRanges.Cuttable range) {
    return first(range.lower(), Operator.GREATER, range.upper())
        .flatMap(next -> middle(next, range.upper(), MOST_PROBES)
            .flatMap(partition -> Mono.justOrEmpty(ranges.cut(range.range(), partition))));
  }

  /**
   * Returns a partition above one that exists, in the upper half of the texts if there is one, else
   * the nearest one.
   */
  private Mono<String> middle(String lower, Optional<String> upper, int probes) {
    var middle = KeyMidpoint.between(lower, upper);
    return middle.isEmpty() || probes == 0
        ? first(lower, Operator.GREATER, upper)
        : first(middle.get(), Operator.GREATER_OR_EQUAL, upper)
            .switchIfEmpty(Mono.defer(() -> middle(lower, middle, probes - 1)));
  }

  private Mono<String> first(String key, Operator operator, Optional<String> below) {
    var query = Query.ALL
        .where(CopyRange.compare("PartitionKey", operator, key))
        .select("PartitionKey", "RowKey")
        .top(1);
    return source
        .query(table, query)
        .next()
        .map(Entity::partitionKey)
        .filter(found -> below.filter(end -> found.compareTo(end) >= 0).isEmpty());
  }
}
