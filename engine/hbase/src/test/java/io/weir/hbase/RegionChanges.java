package io.weir.hbase;

import io.weir.hbase.layout.TableId;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A thread that splits, moves and merges the regions of a store's entities at random, one change after another, until it is stopped.
 *
 * <p>HBase refuses some changes, such as a merge with a region that a split is about to replace; those are not counted.
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
  private int splits;
  private int moves;
  private int merges;

  private RegionChanges(String namespace, int partitions, long seed) throws Exception {
    this.entities = TableName.valueOf(namespace, "entities");
    this.partitions = partitions;
    this.random = new Random(seed);
    this.connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
    this.admin = connection.getAdmin();
  }

  /** Begins to change the regions of the store in a namespace, whose first table has so many partitions. */
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

  /** The changes so far, after {@link #stop()}. */
  int splits() {
    return splits;
  }

  int moves() {
    return moves;
  }

  int merges() {
    return merges;
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
    var one = random.nextInt(regions.size());
    var kind = regions.size() == 1 ? 0 : regions.size() >= MOST_REGIONS ? 1 : random.nextInt(3);
    switch (kind) {
      case 0 -> {
        var partition = partition(1 + random.nextInt(partitions - 1));
        await(admin.split(entities, new TableId(1).row(Bytes.toBytes(partition + "\0"))));
        splits++;
      }
      case 1 -> {
        var other = Math.floorMod(one + 1, regions.size());
        var first = regions.get(Math.min(one, other)).getRegionName();
        var second = regions.get(Math.max(one, other)).getRegionName();
        await(admin.mergeRegions(List.of(first, second), true));
        merges++;
      }
      default -> {
        await(admin.move(regions.get(one).getEncodedNameAsBytes(), anyServer()));
        moves++;
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
