package io.weir.hbase.region;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.Operation;
import io.weir.hbase.protocol.Rows;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        .map(operation -> request.table().row(key(operation)))
        .toList();
    try (var locks = new RowLocks(region)) {
      locks.share(DropFence.row(region, request.table()));
      locks.share(Rows.partition(rows.get(0)));
      for (var row : rows.stream().sorted(Arrays::compareUnsigned).toList()) {
        locks.own(row);
      }
      var earlier = carriedOut.find(rows.get(0), request.id());
      if (earlier.isPresent()) {
        return new WriteAnswer.Done(earlier.getAsLong());
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
    var mutations = new ArrayList<Mutation>(rows.size() + 1);
    mutations.add(CarriedOut.entry(rows.get(0), request.id(), ticks, timestamps.presentMillis()));
    for (var i = 0; i < rows.size(); i++) {
      var operation = request.operations().get(i);
      var stored = operation.reads() ? stored(rows.get(i)) : null;
      try {
        mutations.add(mutation(operation, rows.get(i), stored, ticks));
      } catch (TableServiceException refusal) {
        return WriteAnswer.Refused.of(refusal.atOperation(i));
      }
    }
    region.mutateRowsWithLocks(mutations, rows, HConstants.NO_NONCE, HConstants.NO_NONCE);
    return new WriteAnswer.Done(ticks);
  }

  private static Mutation mutation(
      Operation operation, byte[] row, byte @Nullable [] stored, long ticks) {
    var entity = Evaluation.after(operation, row, stored);
    return entity == null
        ? new Delete(row).addColumns(Columns.entities(), Columns.entity(), ticks)
        : new Put(row)
            .addColumn(Columns.entities(), Columns.entity(), ticks, entity.storedForm(ticks));
  }

  private byte @Nullable [] stored(byte[] row) throws IOException {
    return region.get(new Get(row).addFamily(Columns.entities())).value();
  }

  private static byte[] key(Operation operation) {
    var entity = operation.entity();
    return Arrays.copyOfRange(
        entity.encoded(), Integer.BYTES, Integer.BYTES + entity.keyLengthBytes());
  }
}
