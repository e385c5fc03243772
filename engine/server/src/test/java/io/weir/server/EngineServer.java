package io.weir.server;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;

/** A store in a folder and a server before it, which a test may start anew. */
public final class EngineServer implements AutoCloseable {

  private final EmbeddedLoops loops = EmbeddedLoops.start(1);
  private final Path folder;
  private Engine engine;
  private TestServer server;

  private EngineServer(Path folder) throws IOException {
    this.folder = folder;
    this.engine = Engine.open(StoreOptions.in(folder), loops.loops());
    this.server = TestServer.over(engine);
  }

  public static EngineServer in(Path folder) throws IOException {
    return new EngineServer(folder);
  }

  /** The server as it runs now. */
  public TestServer server() {
    return server;
  }

  /** Stops server and store in good order, and starts both again. */
  public TestServer restart() throws IOException {
    server.close();
    engine.close();
    engine = Engine.open(StoreOptions.in(folder), loops.loops());
    server = TestServer.over(engine);
    return server;
  }

  @Override
  public void close() throws IOException {
    server.close();
    engine.close();
    loops.close();
  }
}
