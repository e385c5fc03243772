package io.weir.hbase;

import io.weir.hbase.protocol.TableId;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A thread that splits, moves and merges the regions of a store's entities at random, one change
 * after another, until it is stopped.
 *
 * <p>HBase refuses some changes, such as a merge with a region that a split is about to replace;
 * those are not counted. A merge is of neighbours and not forced: forced, HBase merges any two
 * regions, and its new region then overlaps those that lay between them, whose rows no scan finds.
 */
final class RegionChanges implements AutoCloseable {

  private static final int MOST_REGIONS = 6;

  private final TableName entities;
  private final int partitions;
  private final Random random;
  private final AsyncConnection connection;
  private final AsyncAdmin admin;
  private final Thread thread = new Thread(this::run, "region-changes");
  private volatile boolean stopped;
  private final AtomicInteger splits = new AtomicInteger();
  private final AtomicInteger moves = new AtomicInteger();
  private final AtomicInteger merges = new AtomicInteger();

  private RegionChanges(String namespace, int partitions, long seed) throws Exception {
    this.entities = TableName.valueOf(namespace, "entities");
    this.partitions = partitions;
    this.random = new Random(seed);
    this.connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
    this.admin = connection.getAdmin();
  }

  /**
   * Begins to change the regions of the store in a namespace, whose first table has so many
   * partitions.
   */
  static RegionChanges begin(String namespace, int partitions, long seed) throws Exception {
    var changes = new RegionChanges(namespace, partitions, seed);
    changes.thread.start();
    return changes;
  }

  /** Returns the name of a partition. */
  static String partition(int number) {
    return "P%02d".formatted(number);
  }

  /** Waits until the last change is done. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  /** Whether regions were split, moved and merged. */
  boolean areOfAllKinds() {
    return splits.get() > 0 && moves.get() > 0 && merges.get() > 0;
  }

  private void run() {
    while (!stopped) {
      try {
        change(await(admin.getRegions(entities)));
      } catch (ExecutionException refused) {
        // HBase does not make this change now.
      } catch (InterruptedException | TimeoutException e) {
        throw new IllegalStateException("regions do not change", e);
      }
    }
  }

  private void change(List<RegionInfo> regions)
      throws ExecutionException, InterruptedException, TimeoutException {
    var kind = regions.size() == 1 ? 0 : regions.size() >= MOST_REGIONS ? 1 : random.nextInt(3);
    switch (kind) {
      case 0 -> {
        var partition = partition(1 + random.nextInt(partitions - 1));
        await(admin.split(entities, new TableId(1).row(Bytes.toBytes(partition + "\0"))));
        splits.incrementAndGet();
      }
      case 1 -> {
        var first = random.nextInt(regions.size() - 1);
        var neighbours = regions.subList(first, first + 2).stream()
            .map(RegionInfo::getRegionName)
            .toList();
        await(admin.mergeRegions(neighbours, false));
        merges.incrementAndGet();
      }
      default -> {
        var moved = regions.get(random.nextInt(regions.size()));
        await(admin.move(moved.getEncodedNameAsBytes(), anyServer()));
        moves.incrementAndGet();
      }
    }
  }

  private ServerName anyServer() {
    var servers = TestCluster.hbase().getLiveRegionServerThreads();
    return servers.get(random.nextInt(servers.size())).getRegionServer().getServerName();
  }

  private static <T> T await(CompletableFuture<T> change)
      throws ExecutionException, InterruptedException, TimeoutException {
    return change.get(TestCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    stop();
    connection.close();
  }
}
