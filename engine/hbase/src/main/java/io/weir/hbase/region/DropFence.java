package io.weir.hbase.region;

import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.TableId;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The dropped tables of which a region takes no writes any more, as one opening of the region knows
 * them.
 *
 * <p>The fence of a table is a cell of the requests' family in the first row that the region has
 * for the table: see the layout. Each write holds that row's lock with others, and raising the
 * fence takes it alone. So no write is under way when the fence is up, and none begins afterwards.
 * A region that was split has the fence in its lower half only, until the table is reclaimed and
 * fenced again.
 *
 * <p>Any handler thread.
 */
final class DropFence {

  /** Beyond this number all answers are forgotten, and fences are looked up again. */
  private static final int MOST_KNOWN = 10_000;

  /**
   * Whether a table is fenced, for tables that were written since the region was opened. A change
   * happens under the lock of the fence's row.
   */
  private final ConcurrentMap<TableId, Boolean> known = new ConcurrentHashMap<>();

  /**
   * Returns the row of a table's fence in a region. It precedes all partitions of the table there,
   * and no entity has it: a region begins with a PartitionKey.
   */
  static byte[] row(Region region, TableId table) {
    var first = table.row(new byte[0]);
    var start = region.getRegionInfo().getStartKey();
    return Arrays.compareUnsigned(start, first) > 0 ? start : first;
  }

  /**
   * Whether the region takes no writes to a table. The caller shares the lock of the fence's row.
   */
  boolean isUp(Region region, TableId table) throws IOException {
    var answer = known.get(table);
    if (answer == null) {
      var get = new Get(row(region, table)).addColumn(Columns.requests(), qualifier(table));
      answer = !region.get(get).isEmpty();
      if (known.size() >= MOST_KNOWN) {
        known.clear();
      }
      known.put(table, answer);
    }
    return answer;
  }

  /** Lets the region take no further writes to a table. Waits for those that are under way. */
  void raise(Region region, TableId table, long presentMillis) throws IOException {
    var row = row(region, table);
    try (var locks = new RowLocks(region)) {
      locks.own(row);
      var fence = new Put(row)
          .addColumn(
              Columns.requests(), qualifier(table), presentMillis, HConstants.EMPTY_BYTE_ARRAY);
      region.mutateRowsWithLocks(
          List.of(fence), List.of(row), HConstants.NO_NONCE, HConstants.NO_NONCE);
      known.put(table, true);
    }
  }

  /** Shorter than the id of a request. */
  private static byte[] qualifier(TableId table) {
    return Bytes.toBytes(table.value());
  }
}
