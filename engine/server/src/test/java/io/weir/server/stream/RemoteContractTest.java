package io.weir.server.stream;

import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.contract.TableServiceContract;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The client, the binary dialect and the endpoint keep the contract that the model behind them keeps. */
final class RemoteContractTest implements TableServiceContract {

  private static TestServer server;
  private static WeirClient client;

  @BeforeAll
  static void start() {
    server = TestServer.over(new ModelTableService());
    client = Clients.of(server.port());
  }

  @AfterAll
  static void stop() {
    Clients.close(client);
    server.close();
  }

  @Override
  public TableService service() {
    return client;
  }

  /** The client's window of 256 KiB, what its transport has handed up, two chunks, and a first dozen of large entities. */
  @Override
  public int bytesInTransit() {
    return 1024 * 1024;
  }

  @Override
  public boolean reportsAccessPaths() {
    return false;
  }
}
