package io.weir.hbase;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.TableServiceContract;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import reactor.core.publisher.Mono;

/**
 * The core of the contract while regions are moved and split between what is written and what is
 * read.
 */
final class MovingRegionsContractTest
    implements TableServiceContract, ChangeContract, ChangeTokenContract {

  private static final String NAMESPACE = "moving";

  /** One scenario in so many moves a region; a move takes about a second. */
  private static final int ONE_IN = 8;

  private static final AtomicInteger SCENARIOS = new AtomicInteger();

  private static HBaseStore store;
  private static AsyncConnection connection;

  @BeforeAll
  static void open() throws Exception {
    store = TestCluster.open(NAMESPACE);
    connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
    store.close().block(TestCluster.PATIENCE);
  }

  @Override
  public TableService service() {
    return TestCluster.tables(store);
  }

  @Override
  public void midScenario() {
    var scenario = SCENARIOS.incrementAndGet();
    if (scenario % ONE_IN == 0) {
      moveAnyRegion(scenario);
    } else if (scenario % ONE_IN == 1) {
      // HBase chooses where to split, and refuses when a region is too small to be split.
      Mono.fromFuture(connection.getAdmin().flush(entities())).block(TestCluster.PATIENCE);
      Mono.fromFuture(connection.getAdmin().split(entities()))
          .onErrorComplete()
          .block(TestCluster.PATIENCE);
    }
  }

  private static void moveAnyRegion(int scenario) {
    var regions = TestCluster.hbase().getRegions(entities());
    var region = regions.get(scenario % regions.size());
    var from = TestCluster.serverOf(region);
    var to = TestCluster.hbase().getLiveRegionServerThreads().stream()
        .map(thread -> thread.getRegionServer().getServerName())
        .filter(server -> !server.equals(from))
        .findFirst()
        .orElseThrow();
    Mono.fromFuture(connection.getAdmin().move(region.getRegionInfo().getEncodedNameAsBytes(), to))
        .onErrorComplete() // the region was split in the meantime
        .block(TestCluster.PATIENCE);
  }

  private static TableName entities() {
    return new StoreSchema(TestCluster.options(NAMESPACE)).entities();
  }
}
