package io.weir.perf.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Random;

/** The rows that both tables hold: numbered, dealt out to partitions one after another, all with the same data. */
final class RowKeys {

  static final String NUMBER = "N";
  static final String DATA = "Data";

  private final int partitions;
  private final byte[] data;

  /** Rows with this many bytes, which do not compress. */
  RowKeys(int partitions, int bytes) {
    this.partitions = partitions;
    this.data = new byte[bytes];
    new Random(1).nextBytes(data);
  }

  /** Returns the distance of a row from the next one of its partition. */
  int partitions() {
    return partitions;
  }

  /** Returns what each row holds. Shared, not to be changed. */
  byte[] data() {
    return data;
  }

  EntityKey key(int row) {
    return new EntityKey(partition(row % partitions), "%09d".formatted(row));
  }

  Entity entity(int row) {
    var key = key(row);
    return Entity.builder(key.partitionKey(), key.rowKey())
        .set(NUMBER, row)
        .set(DATA, data)
        .build();
  }

  /** Returns the row in HBase of a table without Weir. */
  byte[] bare(int row) {
    var key = key(row);
    return (key.partitionKey() + '\0' + key.rowKey()).getBytes(UTF_8);
  }

  /** Returns the first row of each region but the first, when partitions are dealt out to so many regions. */
  byte[][] cuts(int regions) {
    var cuts = new byte[regions - 1][];
    for (var i = 1; i < regions; i++) {
      cuts[i - 1] = (partition(i * partitions / regions) + '\0').getBytes(UTF_8);
    }
    return cuts;
  }

  private static String partition(int number) {
    return "P%03d".formatted(number);
  }
}
