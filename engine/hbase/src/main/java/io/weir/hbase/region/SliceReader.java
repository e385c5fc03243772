package io.weir.hbase.region;

import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.engine.query.Predicate;
import io.weir.hbase.protocol.Order;
import io.weir.hbase.protocol.ReadAnswer;
import io.weir.hbase.protocol.ReadRequest;
import io.weir.hbase.protocol.SliceEnd;
import io.weir.hbase.protocol.SliceLimits;
import io.weir.hbase.protocol.TableId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.Region;
import org.jspecify.annotations.Nullable;

/**
 * Reads one slice of a query's answer from one region.
 *
 * <p>Entities that do not match are read into an array that is used again, so they leave no
 * garbage. Belongs to one handler thread.
 */
final class SliceReader {

  private final ReadRequest request;
  private final LongSupplier nanoClock;
  private final long giveUpNanos;
  private final @Nullable Predicate predicate;
  private final List<Entity> entities = new ArrayList<>();
  private byte[] scratch = new byte[1024];
  private int matched;
  private long scanned;
  private long bytes;

  private SliceReader(ReadRequest request, LongSupplier nanoClock) {
    this.request = request;
    this.nanoClock = nanoClock;
    this.giveUpNanos =
        nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(request.limits().millis());
    var filter = FilterParser.parse(request.filter());
    this.predicate = filter.equals(Filter.ALL) ? null : Predicate.of(filter);
  }

  /**
   * Returns the slice. A filter that no parser accepts is a fault of the gateway: it fails as
   * {@link FilterParser} does.
   */
  static ReadAnswer read(Region region, ReadRequest request, LongSupplier nanoClock)
      throws IOException {
    var reader = new SliceReader(request, nanoClock);
    var end = reader.readUntilLimit(region);
    return new ReadAnswer(reader.entities, reader.matched, reader.scanned, end);
  }

  private SliceEnd readUntilLimit(Region region) throws IOException {
    try (var scan = new RangeScan(region, request.ranges(), request.order())) {
      for (var cell = scan.next(); cell != null; cell = scan.next()) {
        if (isFull(request.limits())) {
          return SliceEnd.before(CellUtil.cloneRow(cell));
        }
        scanned++;
        take(cell);
      }
    }
    var info = region.getRegionInfo();
    return SliceEnd.ofRegion(
        request.order() == Order.ASCENDING ? info.getEndKey() : info.getStartKey());
  }

  private boolean isFull(SliceLimits limits) {
    return matched >= limits.rows()
        || bytes >= limits.bytes()
        || scanned > 0 && nanoClock.getAsLong() - giveUpNanos >= 0;
  }

  private void take(Cell cell) {
    var rowLength = cell.getRowLength();
    var length = rowLength + cell.getValueLength();
    if (predicate == null && request.counts()) {
      matched++;
      return;
    }
    var entry = predicate == null ? new byte[length] : scratch(length);
    CellUtil.copyRowTo(cell, entry, 0);
    CellUtil.copyValueTo(cell, entry, rowLength);
    if (predicate != null && !isMatching(predicate, entry, rowLength, length)) {
      return;
    }
    matched++;
    if (!request.counts()) {
      var own = predicate == null ? entry : Arrays.copyOf(entry, length);
      var entity = Evaluation.entityAt(own, rowLength).select(request.selection());
      entities.add(entity);
      bytes += entity.encoded().length;
    }
  }

  private static boolean isMatching(Predicate predicate, byte[] entry, int rowLength, int length) {
    return predicate.test(
        entry, TableId.BYTES, rowLength - TableId.BYTES, entry, rowLength, length - rowLength);
  }

  private byte[] scratch(int length) {
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, 2 * scratch.length)];
    }
    return scratch;
  }
}
