package io.weir.hbase.region;

import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.Order;
import io.weir.hbase.protocol.RemovalAnswer;
import io.weir.hbase.protocol.RemovalRequest;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.Rows;
import io.weir.hbase.protocol.SliceEnd;
import io.weir.hbase.protocol.WriteAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.Region;
import org.jspecify.annotations.Nullable;

/**
 * Removes the rows of ranges that lie in one region, a run of partitions at a time.
 *
 * <p>A run's partitions are locked exclusively, so no write is under way in them while their rows
 * are collected and removed by one atomic mutation. Runs on a handler thread, which waits for the
 * locks and for the write-ahead log.
 */
final class RangeRemoval {

  /** Rows after which a run takes no further partition. */
  private static final int ROWS_A_RUN = 1_000;

  /**
   * The greatest number of rows that one mutation removes: some MB of log for keys of ordinary
   * length.
   */
  static final int MOST_ROWS = 20_000;

  /** The work of one call ends after the run in which this time is over. */
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Region region;
  private final RegionTimestamps timestamps;
  private final LongSupplier nanoClock;
  private final CarriedOut carriedOut;

  RangeRemoval(Region region, RegionTimestamps timestamps, LongSupplier nanoClock) {
    this.region = region;
    this.timestamps = timestamps;
    this.nanoClock = nanoClock;
    this.carriedOut = new CarriedOut(region);
  }

  RemovalAnswer remove(RemovalRequest request) throws IOException {
    var giveUpNanos = nanoClock.getAsLong() + MOST_NANOS;
    var left = RangeScan.inRegion(region, request.ranges());
    var removed = 0;
    while (true) {
      var rows = firstRows(left, ROWS_A_RUN);
      if (rows.isEmpty()) {
        return new RemovalAnswer(
            removed, false, SliceEnd.ofRegion(region.getRegionInfo().getEndKey()));
      }
      if (removed >= request.mostRows() || nanoClock.getAsLong() - giveUpNanos >= 0) {
        return new RemovalAnswer(removed, false, SliceEnd.before(rows.get(0)));
      }
      var last = rows.get(rows.size() - 1);
      if (request.wholePartitions()) {
        var partitions = partitions(rows);
        var count = removePartitions(request, left, partitions);
        if (count < 0 && partitions.size() > 1) {
          partitions = partitions.subList(0, 1);
          count = removePartitions(request, left, partitions);
        }
        if (count < 0) {
          return new RemovalAnswer(removed, true, SliceEnd.before(rows.get(0)));
        }
        removed += count;
        left = from(left, afterPartition(partitions.get(partitions.size() - 1)));
      } else {
        apply(rows, new ArrayList<>(), timestamps.next());
        removed += rows.size();
        left = from(left, Rows.after(last));
      }
    }
  }

  /** Returns the number of removed rows; -1 when there are too many rows, and none was removed. */
  private int removePartitions(RemovalRequest request, List<RowRange> left, List<byte[]> partitions)
      throws IOException {
    try (var locks = new RowLocks(region)) {
      for (var partition : partitions) {
        locks.own(partition);
      }
      var rows = new ArrayList<byte[]>();
      var entries = new ArrayList<Mutation>();
      var ticks = timestamps.next();
      for (var partition : partitions) {
        if (carriedOut.find(partition, request.id()).isEmpty()) {
          entries.add(CarriedOut.entry(
              partition, request.id(), new WriteAnswer.Done(ticks), timestamps.presentMillis()));
          rows.addAll(
              firstRows(below(from(left, partition), afterPartition(partition)), MOST_ROWS + 1));
        }
        if (rows.size() > MOST_ROWS) {
          return -1;
        }
      }
      if (!rows.isEmpty()) {
        apply(rows, entries, ticks);
      }
      return rows.size();
    }
  }

  private void apply(List<byte[]> rows, List<Mutation> entries, long ticks) throws IOException {
    var mutations = new ArrayList<>(entries);
    for (var row : rows) {
      mutations.add(new Delete(row).addColumns(Columns.entities(), Columns.entity(), ticks));
    }
    region.mutateRowsWithLocks(mutations, rows, HConstants.NO_NONCE, HConstants.NO_NONCE);
  }

  private List<byte[]> firstRows(List<RowRange> ranges, int most) throws IOException {
    var rows = new ArrayList<byte[]>();
    try (var scan = new RangeScan(region, ranges, Order.ASCENDING)) {
      for (var cell = scan.next(); cell != null && rows.size() < most; cell = scan.next()) {
        rows.add(CellUtil.cloneRow(cell));
      }
    }
    return rows;
  }

  private static List<byte[]> partitions(List<byte[]> rows) {
    var partitions = new ArrayList<byte[]>();
    for (var i = 0; i < rows.size(); i++) {
      if (i == 0 || !Rows.inOnePartition(rows.get(i - 1), rows.get(i))) {
        partitions.add(Rows.partition(rows.get(i)));
      }
    }
    return partitions;
  }

  /** Returns the exclusive upper bound of the rows of the partition that this row stands for. */
  private static byte[] afterPartition(byte[] partition) {
    return Rows.afterPartition(Rows.after(partition));
  }

  private static List<RowRange> from(List<RowRange> ranges, byte[] row) {
    return mapped(ranges, range -> range.from(row));
  }

  private static List<RowRange> below(List<RowRange> ranges, byte[] row) {
    return mapped(ranges, range -> range.below(row));
  }

  private static List<RowRange> mapped(List<RowRange> ranges, RangePart part) {
    return ranges.stream().map(part::of).filter(Objects::nonNull).toList();
  }

  private interface RangePart {
    @Nullable
    RowRange of(RowRange range);
  }
}
