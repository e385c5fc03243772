package io.weir.hbase;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.hbase.access.RegionCalls;
import io.weir.hbase.protocol.RemovalAnswer;
import io.weir.hbase.protocol.RemovalRequest;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.TableId;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * The removal of the rows of some ranges, or the fence of a dropped table, one call of one region
 * at a time. Belongs to one subscription.
 *
 * <p>Each call has a request id of its own. A call that is sent again does not remove what was
 * written after its first attempt.
 */
final class RangeDeletion {

  /** A call ends after the partition with which it has removed this many rows. */
  private static final int ROWS_A_CALL = 10_000;

  /** A call of the region of a row. */
  @FunctionalInterface
  private interface Call {
    Mono<RemovalAnswer> of(byte[] row, RemovalRequest request);
  }

  private final Call call;
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
    this(regions::remove, requestIds, ranges, wholePartitions);
  }

  private RangeDeletion(
      Call call, RequestIds requestIds, List<RowRange> ranges, boolean wholePartitions) {
    this.call = call;
    this.requestIds = requestIds;
    this.left = ranges;
    this.wholePartitions = wholePartitions;
  }

  /**
   * Removes all rows of a dropped table. Its regions refuse writes from before then on, so that no
   * late one is left.
   */
  static Mono<Void> ofDropped(RegionCalls regions, RequestIds requestIds, TableId table) {
    return fence(regions, requestIds, table)
        .then(Mono.defer(
            () -> new RangeDeletion(regions, requestIds, List.of(table.rows()), false).run()));
  }

  /** Makes all regions of a dropped table refuse writes to it. */
  static Mono<Void> fence(RegionCalls regions, RequestIds requestIds, TableId table) {
    return Mono.defer(
        () -> new RangeDeletion(regions::fence, requestIds, List.of(table.rows()), false).run());
  }

  Mono<Void> run() {
    return left.isEmpty()
        ? Mono.empty()
        : Mono.defer(this::call).repeat(() -> !left.isEmpty()).then();
  }

  private Mono<RemovalAnswer> call() {
    var request = new RemovalRequest(requestIds.next(), left, wholePartitions, ROWS_A_CALL);
    return call.of(left.get(0).lower(), request).flatMap(this::take);
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
