package io.weir.server;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Folders;
import io.weir.testkit.TestFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A store in its own folder and a server for it, which a test may restart. As an extension, it
 * removes both after the tests of a class.
 */
public final class EngineServer implements AfterAllCallback {

  private final EmbeddedLoops loops = EmbeddedLoops.start(1);
  private final Path folder;
  private Engine engine;
  private TestServer server;

  private EngineServer(Path folder) throws IOException {
    this.folder = folder;
    this.engine = open();
    this.server = TestServer.over(engine);
  }

  /** Starts a server with a new store. */
  public static EngineServer start() {
    try {
      return new EngineServer(TestFolders.create("weir"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Engine open() throws IOException {
    return Engine.open(StoreOptions.in(folder).withSegmentBytes(16 << 20), loops.loops());
  }

  /** Returns the current engine. */
  public Engine engine() {
    return engine;
  }

  /** Returns the current server. */
  public TestServer server() {
    return server;
  }

  /** Stops server and store properly, and starts both again. */
  public void restart() throws IOException {
    server.close();
    engine.close();
    engine = open();
    server = TestServer.over(engine);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    server.close();
    engine.close();
    loops.close();
    Folders.delete(folder);
  }
}
