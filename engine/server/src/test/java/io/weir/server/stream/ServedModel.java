package io.weir.server.stream;

import io.weir.api.contract.ModelTableService;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A served model and a client of it, for all tests of a class. */
final class ServedModel implements AfterAllCallback {

  private final TestServer server = TestServer.over(new ModelTableService());
  private final WeirClient client;

  ServedModel(DialectChoice dialect) {
    client = Clients.options(server.port()).dialect(dialect).connect();
  }

  WeirClient client() {
    return client;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Clients.close(client);
    server.close();
  }
}
