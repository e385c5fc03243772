package io.weir.hbase.region;

import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.Order;
import io.weir.hbase.protocol.RowRange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the entities of some ranges in one region, all of one moment: that of the first
 * range that is opened.
 *
 * <p>Belongs to one thread. A cell is valid until the next call.
 */
final class RangeScan implements AutoCloseable {

  /**
   * Rows after which the blocks that were read may leave the memory that HBase pins for a scanner.
   */
  private static final int ROWS_PINNED = 1024;

  private final Region region;
  private final Order order;
  private final Deque<RowRange> ranges;
  private final List<Cell> cells = new ArrayList<>(1);

  /** Stays open until the end: while it is open, HBase keeps what its moment needs. */
  private @Nullable RegionScanner first;

  private @Nullable RegionScanner current;
  private boolean more;
  private int rowsPinned;

  /** Prepares a scan. Parts of the ranges outside the region are left out. */
  RangeScan(Region region, List<RowRange> ranges, Order order) {
    this.region = region;
    this.order = order;
    this.ranges = new ArrayDeque<>();
    for (var range : inRegion(region, ranges)) {
      if (order == Order.ASCENDING) {
        this.ranges.addLast(range);
      } else {
        this.ranges.addFirst(range);
      }
    }
  }

  /** Returns the parts of the ranges that lie in a region. */
  static List<RowRange> inRegion(Region region, List<RowRange> ranges) {
    var start = region.getRegionInfo().getStartKey();
    var end = region.getRegionInfo().getEndKey();
    var inside = new ArrayList<RowRange>();
    for (var range : ranges) {
      var below = end.length == 0 ? range : range.below(end);
      var within = below == null ? null : below.from(start);
      if (within != null) {
        inside.add(within);
      }
    }
    return inside;
  }

  /** Returns the cell of the next entity; null after the last. */
  @Nullable
  Cell next() throws IOException {
    while (true) {
      if (!more && !openNext()) {
        return null;
      }
      var scanner = current;
      if (scanner == null) {
        return null;
      }
      if (++rowsPinned == ROWS_PINNED && scanner instanceof Shipper pinning) {
        rowsPinned = 0;
        pinning.shipped();
      }
      cells.clear();
      more = scanner.next(cells);
      if (!cells.isEmpty()) {
        return cells.get(0);
      }
    }
  }

  private boolean openNext() throws IOException {
    closeCurrent();
    var range = ranges.pollFirst();
    if (range == null) {
      return false;
    }
    var scan = scan(range);
    if (first == null) {
      first = region.getScanner(scan);
      current = first;
    } else {
      PackagePrivateFieldAccessor.setMvccReadPoint(scan, first.getMvccReadPoint());
      current = region.getScanner(scan);
    }
    more = true;
    return true;
  }

  private Scan scan(RowRange range) {
    // A slice is short: a reader of its own for each file would cost more than it saves.
    var scan = new Scan().addFamily(Columns.entities()).setReadType(Scan.ReadType.PREAD);
    if (range.isPoint()) {
      return scan.withStartRow(range.lower()).withStopRow(range.lower(), true);
    }
    return order == Order.ASCENDING
        ? scan.withStartRow(range.lower()).withStopRow(range.upper())
        : scan.setReversed(true)
            .withStartRow(range.upper(), false)
            .withStopRow(range.lower(), true);
  }

  private void closeCurrent() throws IOException {
    var open = current;
    current = null;
    if (open != null && open != first) {
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    closeCurrent();
    if (first != null) {
      first.close();
    }
  }
}
