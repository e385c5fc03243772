package io.weir.hbase.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Locks of rows that one request holds until it closes them. See the package documentation for
 * their order.
 *
 * <p>Belongs to the thread of the request. An attempt to lock fails when another request holds the
 * lock for longer than HBase's {@code hbase.rowlock.wait.duration}.
 */
final class RowLocks implements AutoCloseable {

  private final Region region;
  private final List<Region.RowLock> held = new ArrayList<>();

  RowLocks(Region region) {
    this.region = region;
  }

  /** Locks a row together with other requests that share it. */
  void share(byte[] row) throws IOException {
    held.add(region.getRowLock(row, true));
  }

  /** Locks a row for this request alone. */
  void own(byte[] row) throws IOException {
    held.add(region.getRowLock(row, false));
  }

  @Override
  public void close() {
    for (var i = held.size() - 1; i >= 0; i--) {
      held.get(i).release();
    }
    held.clear();
  }
}
