package io.weir.hbase.protocol;

import io.weir.api.entity.Selection;
import java.util.List;

/**
 * A request for a slice of a query's answer: the matching entities of one region, up to a limit.
 *
 * @param ranges disjoint and ascending, of one table; parts outside the region are not read
 * @param order the order in which the ranges and their rows are read
 * @param filter the filter that an entity must satisfy, as text; {@code true} accepts all
 * @param selection which properties are returned
 * @param counts whether the answer holds only the number of matching entities
 * @param limits the limits of the slice
 */
public record ReadRequest(
    List<RowRange> ranges,
    Order order,
    String filter,
    Selection selection,
    boolean counts,
    SliceLimits limits) {

  private static final List<Order> ORDERS = List.of(Order.values());

  public ReadRequest {
    ranges = List.copyOf(ranges);
  }

  public byte[] toBytes() {
    var target = new MessageWriter()
        .all(ranges, ReadRequest::write)
        .oneOf(ORDERS, order)
        .text(filter)
        .all(List.copyOf(selection.names()), MessageWriter::text)
        .int8(counts ? 1 : 0);
    limits.write(target);
    return target.toBytes();
  }

  public static ReadRequest read(byte[] message) {
    var source = new MessageReader(message);
    return new ReadRequest(
        source.all(ReadRequest::range),
        source.oneOf(ORDERS),
        source.text(),
        Selection.of(source.all(MessageReader::text)),
        source.int8() != 0,
        SliceLimits.read(source));
  }

  static void write(MessageWriter target, RowRange range) {
    target.bytes(range.lower()).bytes(range.upper());
  }

  static RowRange range(MessageReader source) {
    return new RowRange(source.bytes(), source.bytes());
  }
}
