package io.weir.hbase;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.hbase.call.RegionCalls;
import io.weir.hbase.layout.RowRange;
import io.weir.hbase.message.RemovalAnswer;
import io.weir.hbase.message.RemovalRequest;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * The removal of the rows of some ranges, one call of one region at a time. Belongs to one subscription.
 *
 * <p>Each call has a request id of its own. A call that is sent again does not remove what was written after its first attempt.
 */
final class RangeDeletion {

  /** A call ends after the partition with which it has removed this many rows. */
  private static final int ROWS_A_CALL = 10_000;

  private final RegionCalls regions;
  private final RequestIds requestIds;
  private final boolean wholePartitions;
  private List<RowRange> left;

  /**
   * Prepares a removal.
   *
   * @param ranges disjoint and ascending
   * @param wholePartitions whether the rows of each partition are removed at one moment
   */
  RangeDeletion(
      RegionCalls regions, RequestIds requestIds, List<RowRange> ranges, boolean wholePartitions) {
    this.regions = regions;
    this.requestIds = requestIds;
    this.left = ranges;
    this.wholePartitions = wholePartitions;
  }

  Mono<Void> run() {
    return left.isEmpty()
        ? Mono.empty()
        : Mono.defer(this::call).repeat(() -> !left.isEmpty()).then();
  }

  private Mono<RemovalAnswer> call() {
    var request = new RemovalRequest(requestIds.next(), left, wholePartitions, ROWS_A_CALL);
    return regions.remove(left.get(0).lower(), request).flatMap(this::take);
  }

  private Mono<RemovalAnswer> take(RemovalAnswer answer) {
    if (answer.tooLarge()) {
      return Mono.error(new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "store=hbase reason=tooManyRowsInOnePartition"));
    }
    var row = answer.end().row();
    left = answer.end().isOfRegion() && row.length == 0
        ? List.of()
        : left.stream().map(range -> range.from(row)).filter(Objects::nonNull).toList();
    return Mono.just(answer);
  }
}
