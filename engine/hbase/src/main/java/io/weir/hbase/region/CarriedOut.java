package io.weir.hbase.region;

import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.WriteAnswer;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The requests that a region has carried out, each with its answer.
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

  /** Returns the answer to a request that was carried out; empty when it was not. */
  Optional<WriteAnswer.Done> find(byte[] row, RequestId id) throws IOException {
    var entry = region.get(new Get(row).addColumn(Columns.requests(), id.toBytes()));
    return Optional.ofNullable(entry.value()).map(WriteAnswer.Done::ofEntry);
  }

  /** Returns the mutation that makes an entry. */
  static Put entry(byte[] row, RequestId id, WriteAnswer.Done answer, long presentMillis) {
    return new Put(row)
        .addColumn(Columns.requests(), id.toBytes(), presentMillis, answer.toEntry());
  }
}
