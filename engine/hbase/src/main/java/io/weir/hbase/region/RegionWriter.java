package io.weir.hbase.region;

import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.Rows;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.Region;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a request to write: evaluates all operations under the locks of their rows, then
 * applies all of them in one atomic mutation.
 *
 * <p>Runs on a handler thread, which waits for the locks and for the write-ahead log.
 */
final class RegionWriter {

  /**
   * The most bytes of entities that a request may store, as in a store in a folder. Short merges
   * and changes of a batch can make a long mutation.
   */
  static final int MOST_BYTES = 20 << 20;

  private final Region region;
  private final RegionTimestamps timestamps;
  private final DropFence fence;
  private final CarriedOut carriedOut;

  RegionWriter(Region region, RegionTimestamps timestamps, DropFence fence) {
    this.region = region;
    this.timestamps = timestamps;
    this.fence = fence;
    this.carriedOut = new CarriedOut(region);
  }

  /**
   * Fails with {@link IOException} when a row does not lie in the region, for example because the
   * region was split.
   */
  WriteAnswer write(WriteRequest request) throws IOException {
    var rows = request.operations().stream()
        .map(operation -> request.table().row(operation.encodedKey()))
        .toList();
    try (var locks = new RowLocks(region)) {
      locks.share(DropFence.row(region, request.table()));
      locks.share(Rows.partition(rows.get(0)));
      for (var row : rows.stream().sorted(Arrays::compareUnsigned).toList()) {
        locks.own(row);
      }
      var earlier = carriedOut.find(rows.get(0), request.id());
      if (earlier.isPresent()) {
        return earlier.get();
      }
      return fence.isUp(region, request.table()) ? dropped() : evaluate(request, rows);
    }
  }

  private static WriteAnswer dropped() {
    return WriteAnswer.Refused.of(
        new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "reason=tableDropped"));
  }

  private WriteAnswer evaluate(WriteRequest request, List<byte[]> rows) throws IOException {
    var ticks = timestamps.next();
    var tokens = new ChangeTokens(region, request, rows);
    try {
      var earlier = tokens.answered(carriedOut, ticks);
      return earlier.isPresent() ? earlier.get() : carryOut(request, rows, tokens, ticks);
    } catch (TableServiceException refusal) {
      return WriteAnswer.Refused.of(refusal);
    }
  }

  private WriteAnswer carryOut(
      WriteRequest request, List<byte[]> rows, ChangeTokens tokens, long ticks) throws IOException {
    var outcomes = new ArrayList<Evaluation.Outcome>(rows.size());
    for (var i = 0; i < rows.size(); i++) {
      outcomes.add(outcome(request, i, rows.get(i), ticks));
    }
    requireLength(outcomes);
    var mutations = new ArrayList<Mutation>(rows.size() + 2);
    for (var i = 0; i < rows.size(); i++) {
      mutations.add(mutation(rows.get(i), outcomes.get(i).after(), ticks));
    }
    var answer = new WriteAnswer.Done(ticks, outcomes.get(0).images()); // a batch has none
    var millis = timestamps.presentMillis();
    mutations.add(CarriedOut.entry(rows.get(0), request.id(), answer, millis));
    mutations.addAll(tokens.entries(ticks, millis));
    region.mutateRowsWithLocks(mutations, rows, HConstants.NO_NONCE, HConstants.NO_NONCE);
    return answer;
  }

  private static void requireLength(List<Evaluation.Outcome> outcomes) {
    var bytes = outcomes.stream()
        .map(Evaluation.Outcome::after)
        .filter(Objects::nonNull)
        .mapToLong(after -> after.encoded().length)
        .sum();
    if (bytes > MOST_BYTES) {
      throw new InvalidRequestException(
          ErrorCode.REQUEST_BODY_TOO_LARGE, "bytesAfterMerge=" + bytes + " limit=" + MOST_BYTES);
    }
  }

  private Evaluation.Outcome outcome(WriteRequest request, int i, byte[] row, long ticks)
      throws IOException {
    var operation = request.operations().get(i);
    var stored = operation.reads() ? stored(row) : null;
    try {
      return Evaluation.of(operation, row, stored, ticks);
    } catch (TableServiceException refusal) {
      throw refusal.atOperation(i);
    }
  }

  private static Mutation mutation(byte[] row, @Nullable Entity after, long ticks) {
    return after == null
        ? new Delete(row).addColumns(Columns.entities(), Columns.entity(), ticks)
        : new Put(row)
            .addColumn(Columns.entities(), Columns.entity(), ticks, after.storedForm(ticks));
  }

  private byte @Nullable [] stored(byte[] row) throws IOException {
    return region.get(new Get(row).addFamily(Columns.entities())).value();
  }
}
