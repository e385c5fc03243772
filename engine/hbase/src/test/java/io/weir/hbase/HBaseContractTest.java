package io.weir.hbase;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.TableServiceContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The core of the contract over a cluster of HBase. */
final class HBaseContractTest implements TableServiceContract, ChangeContract, ChangeTokenContract {

  private static HBaseStore store;

  @BeforeAll
  static void open() {
    store = TestCluster.open("contract");
  }

  @AfterAll
  static void close() {
    store.close().block(TestCluster.PATIENCE);
  }

  @Override
  public TableService service() {
    return TestCluster.tables(store);
  }
}
