package io.weir.hbase.access;

import io.weir.hbase.protocol.Order;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.Rows;
import io.weir.hbase.protocol.SliceEnd;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of rows that a walk has not read. Immutable.
 *
 * @param ranges disjoint and ascending
 * @param order the order in which they are read
 */
record RowsLeft(List<RowRange> ranges, Order order) {

  RowsLeft {
    ranges = List.copyOf(ranges);
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Returns a row in the region that is read next. There are rows left. */
  byte[] nextRow() {
    return order == Order.ASCENDING
        ? ranges.get(0).lower()
        : Rows.before(ranges.get(ranges.size() - 1).upper());
  }

  /** Returns what is left after a slice that ended at this place. */
  RowsLeft after(SliceEnd end) {
    var row = end.row();
    if (!end.isOfRegion()) {
      return order == Order.ASCENDING
          ? mapped(range -> range.from(row))
          : mapped(range -> range.below(Rows.after(row)));
    }
    if (row.length == 0) {
      return none();
    }
    return order == Order.ASCENDING
        ? mapped(range -> range.from(row))
        : mapped(range -> range.below(row));
  }

  /**
   * Returns the rows that lie in a region, which begins at the first row and ends before the
   * second; empty at the ends of HBase's table.
   */
  RowsLeft within(byte[] start, byte[] end) {
    return end.length == 0
        ? mapped(range -> range.from(start))
        : mapped(range -> range.below(end)).mapped(range -> range.from(start));
  }

  /** Returns what is left after the rows of a region. */
  RowsLeft afterRegion(byte[] start, byte[] end) {
    return after(SliceEnd.ofRegion(order == Order.ASCENDING ? end : start));
  }

  /** Returns no rows. */
  RowsLeft none() {
    return new RowsLeft(List.of(), order);
  }

  /** Whether all rows lie in one range within one partition. */
  boolean isInOnePartition() {
    return ranges.size() == 1 && ranges.get(0).isInOnePartition();
  }

  private RowsLeft mapped(Function<RowRange, @Nullable RowRange> part) {
    return new RowsLeft(ranges.stream().map(part).filter(Objects::nonNull).toList(), order);
  }
}
