package io.weir.hbase;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * A cluster of HBase in this JVM: three region servers, three data nodes, ZooKeeper and a master.
 * All tests share it. It starts when the first test needs it and ends with the JVM.
 */
public final class TestCluster {

  /**
   * The longest wait for an answer of the cluster, which may be moving a region on a busy machine.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Short, because each drop waits for it. */
  private static final Duration LEASE = Duration.ofMillis(100);

  private static final int SERVERS = 3;

  private TestCluster() {}

  /** Returns options with a namespace of a test's own. */
  public static HBaseOptions options(String namespace) {
    return HBaseOptions.DEFAULT.namespace(namespace).tableLease(LEASE);
  }

  /** Opens a store in a namespace of a test's own. The test closes it. */
  public static HBaseStore open(String namespace) {
    return HBaseStore.open(configuration(), options(namespace))
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  public static Configuration configuration() {
    return Running.CLUSTER.getConfiguration();
  }

  public static MiniHBaseCluster hbase() {
    return Running.CLUSTER.getMiniHBaseCluster();
  }

  /** Returns the server on which a region is open. */
  public static ServerName serverOf(HRegion region) {
    var info = region.getRegionInfo();
    try {
      return hbase().getServerHoldingRegion(info.getTable(), info.getRegionName());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TableService tables(HBaseStore store) {
    return store.account(AccountName.DEVELOPMENT);
  }

  /** Holds the cluster, so that it starts with the first access. */
  private static final class Running {

    private static final HBaseTestingUtility CLUSTER = start();

    private static HBaseTestingUtility start() {
      var cluster = new HBaseTestingUtility();
      var settings = cluster.getConfiguration();
      settings.setInt("hbase.master.info.port", -1);
      settings.setInt("hbase.regionserver.info.port", -1);
      settings.setInt("hbase.regionserver.handler.count", 30);
      settings.setFloat("hbase.regionserver.global.memstore.size", 0.1f);
      settings.setFloat("hfile.block.cache.size", 0.05f);
      try {
        cluster.startMiniCluster(StartMiniClusterOption.builder()
            .numRegionServers(SERVERS)
            .numDataNodes(SERVERS)
            .build());
      } catch (Exception e) {
        throw new IllegalStateException("The test cluster does not start.", e);
      }
      return cluster;
    }
  }
}
