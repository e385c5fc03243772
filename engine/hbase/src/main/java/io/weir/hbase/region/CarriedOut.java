package io.weir.hbase.region;

import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.RequestId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The requests that a region has carried out, each with its Timestamp.
 *
 * <p>An entry is made by the mutation that carries the request out. An attempt of a request that
 * finds its entry does nothing and gives the entry's answer, whatever other requests have written
 * in the meantime. The caller holds a lock of the row, under which no two attempts of a request run
 * at a time.
 */
final class CarriedOut {

  private final Region region;

  CarriedOut(Region region) {
    this.region = region;
  }

  /** Returns the Timestamp with which a request was carried out; empty when it was not. */
  OptionalLong find(byte[] row, RequestId id) throws IOException {
    var entry =
        region.get(new Get(row).addColumn(Columns.requests(), id.toBytes())).value();
    return entry == null
        ? OptionalLong.empty()
        : OptionalLong.of(ByteBuffer.wrap(entry).getLong());
  }

  /** Returns the mutation that makes an entry. */
  static Put entry(byte[] row, RequestId id, long ticks, long presentMillis) {
    var value = ByteBuffer.allocate(Long.BYTES).putLong(ticks).array();
    return new Put(row).addColumn(Columns.requests(), id.toBytes(), presentMillis, value);
  }
}
