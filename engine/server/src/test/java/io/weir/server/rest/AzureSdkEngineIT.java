package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The public SDK against a store whose loop is not the endpoint's, so that every write comes back from another thread. */
class AzureSdkEngineIT implements AzureSdkContract {

  @TempDir
  private static Path folder;

  private static EmbeddedLoops loops;
  private static Engine engine;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    loops = EmbeddedLoops.start(1);
    engine = Engine.open(StoreOptions.in(folder), loops.loops());
    server = TestServer.over(engine.account(AccountName.DEVELOPMENT));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    engine.close();
    loops.close();
  }

  @Override
  public TestServer server() {
    return server;
  }
}
