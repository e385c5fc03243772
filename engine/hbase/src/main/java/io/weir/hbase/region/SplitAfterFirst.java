package io.weir.hbase.region;

import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Splits a region after its first partition when that partition has most of its bytes.
 *
 * <p>HBase splits a region at the middle of its largest file. Partitions stay whole, so the split
 * moves to the first row of the partition that lies there. When that is the region's first row,
 * HBase gives up at each attempt, and all partitions that follow stay with the large one, however
 * many they become.
 *
 * <p>Looks after each flush and compaction, on their threads. Asks the master on a thread of its
 * own, because that may wait for the master.
 */
final class SplitAfterFirst {

  private static final Logger LOG = LoggerFactory.getLogger(SplitAfterFirst.class);

  /**
   * Requests that wait for the thread. One that finds no room is made again after the next flush or
   * compaction.
   */
  private static final int WAITING = 64;

  private static final Executor MASTER = new ThreadPoolExecutor(
      0,
      1,
      10,
      TimeUnit.SECONDS,
      new ArrayBlockingQueue<>(WAITING),
      SplitAfterFirst::thread,
      new ThreadPoolExecutor.DiscardPolicy());

  private SplitAfterFirst() {}

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "weir-split");
    thread.setDaemon(true);
    return thread;
  }

  /** Asks the master for the split if HBase wants to split the region and cannot. */
  static void request(RegionCoprocessorEnvironment environment) throws IOException {
    if (!(environment.getRegion() instanceof HRegion region) || !isStuck(region)) {
      return;
    }
    var second = secondPartition(region);
    if (second.isPresent()) {
      MASTER.execute(() -> split(environment, second.get()));
    }
  }

  private static void split(RegionCoprocessorEnvironment environment, byte[] row) {
    var region = environment.getRegionInfo();
    try (var admin = environment.getConnection().getAdmin()) {
      var unused = admin.splitRegionAsync(region.getRegionName(), row);
    } catch (IOException e) {
      LOG.debug("The region {} was not split.", region, e);
    }
  }

  private static boolean isStuck(HRegion region) {
    var start = region.getRegionInfo().getStartKey();
    return start.length > 0
        && region.checkSplit().filter(row -> Arrays.equals(row, start)).isPresent();
  }

  /** Returns the row that stands for the region's second partition; empty when it has one alone. */
  private static Optional<byte[]> secondPartition(Region region) throws IOException {
    var first = Rows.after(region.getRegionInfo().getStartKey());
    var scan = new Scan()
        .addFamily(Columns.entities())
        .setReadType(Scan.ReadType.PREAD)
        .withStartRow(Rows.afterPartition(first));
    try (var scanner = region.getScanner(scan)) {
      var cells = new ArrayList<Cell>(1);
      boolean more;
      do {
        more = scanner.next(cells);
      } while (more && cells.isEmpty());
      return cells.isEmpty()
          ? Optional.empty()
          : Optional.of(Rows.partition(CellUtil.cloneRow(cells.get(0))));
    }
  }
}
