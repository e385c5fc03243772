package io.weir.hbase.protocol;

import java.util.List;

/**
 * A request to remove the rows of some ranges, as far as they lie in one region, up to a limit.
 *
 * @param id the same in all attempts to send the request
 * @param ranges disjoint and ascending, of one table
 * @param wholePartitions whether the rows of each partition are removed at one moment
 * @param mostRows the request ends after the first partition with which it has removed this many
 *     rows
 */
public record RemovalRequest(
    RequestId id, List<RowRange> ranges, boolean wholePartitions, int mostRows) {

  public RemovalRequest {
    ranges = List.copyOf(ranges);
  }

  public byte[] toBytes() {
    var target = new MessageWriter();
    id.write(target);
    return target
        .all(ranges, ReadRequest::write)
        .int8(wholePartitions ? 1 : 0)
        .int32(mostRows)
        .toBytes();
  }

  public static RemovalRequest read(byte[] message) {
    var source = new MessageReader(message);
    return new RemovalRequest(
        RequestId.read(source), source.all(ReadRequest::range), source.int8() != 0, source.int32());
  }
}
