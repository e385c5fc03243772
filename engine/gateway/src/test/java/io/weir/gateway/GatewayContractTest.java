package io.weir.gateway;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.TableServiceContract;
import io.weir.client.WeirClient;
import io.weir.hbase.HBaseStore;
import io.weir.hbase.TestCluster;
import io.weir.server.Backend;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The core of the contract from a client over HTTP/2, through a gateway, to a cluster. */
final class GatewayContractTest
    implements TableServiceContract, ChangeContract, ChangeTokenContract {

  private static HBaseStore store;
  private static TestServer server;
  private static WeirClient client;

  @BeforeAll
  static void open() {
    store = TestCluster.open("remote");
    server = TestServer.over(
        new Backend(store::account, store::settings, new ClusterReadiness(store::silence)),
        ServerOptions.builder().port(0).build());
    client = WeirClient.builder().endpoint(server.accountUrl()).connect();
  }

  @AfterAll
  static void close() {
    client.close();
    server.close();
    store.close().block(TestCluster.PATIENCE);
  }

  @Override
  public TableService service() {
    return client;
  }
}
