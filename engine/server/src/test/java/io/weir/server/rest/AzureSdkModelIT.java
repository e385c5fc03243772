package io.weir.server.rest;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The public SDK against the endpoint alone: what stands behind it is the reference. */
class AzureSdkModelIT implements AzureSdkContract {

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.over(new ModelTableService());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  public TestServer server() {
    return server;
  }
}
