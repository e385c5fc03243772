package io.weir.server.azure;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.server.TestServer;
import io.weir.testkit.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides the one account of the run to the checks that request it.
 *
 * <p>The store has a loop of its own, so every write is answered from another thread than the
 * endpoint's.
 */
final class SdkServer implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(SdkServer.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SdkAccount.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return new SdkAccount(context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Served.class, key -> open(), Served.class)
        .endpoint());
  }

  private static Served open() {
    var elsewhere = System.getProperty("weir.sdk.endpoint", "");
    try {
      return elsewhere.isEmpty() ? Own.start() : new Elsewhere(elsewhere);
    } catch (IOException e) {
      throw new AssertionError("The store could not be opened", e);
    }
  }

  /** The service that the checks use; closed at the end of the run. */
  private interface Served extends AutoCloseable {

    /** Returns the address of the development account, without a trailing slash. */
    String endpoint();
  }

  private record Elsewhere(String endpoint) implements Served {

    @Override
    public void close() {}
  }

  private record Own(Path folder, EmbeddedLoops loops, Engine engine, TestServer server)
      implements Served {

    static Own start() throws IOException {
      var folder = TestFolders.create("weir-sdk");
      var loops = EmbeddedLoops.start(1);
      var engine = Engine.open(StoreOptions.in(folder).withSegmentBytes(16 << 20), loops.loops());
      return new Own(folder, loops, engine, TestServer.over(engine));
    }

    @Override
    public String endpoint() {
      return server.accountUrl();
    }

    @Override
    public void close() throws IOException {
      server.close();
      engine.close();
      loops.close();
      delete(folder);
    }

    private static void delete(Path folder) throws IOException {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
