package io.weir.server.stream;

import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.contract.TableServiceContract;
import io.weir.client.WeirClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The client, the binary dialect and the endpoint keep the contract that the model behind them keeps. */
final class RemoteContractTest implements TableServiceContract {

  private static LiveServer server;
  private static WeirClient client;

  @BeforeAll
  static void start() {
    server = LiveServer.over(new ModelTableService());
    client = server.client();
  }

  @AfterAll
  static void stop() {
    LiveServer.close(client);
    server.close();
  }

  @Override
  public TableService service() {
    return client;
  }

  @Override
  public boolean reportsAccessPaths() {
    return false;
  }
}
