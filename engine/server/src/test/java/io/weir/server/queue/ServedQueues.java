package io.weir.server.queue;

import io.weir.api.AccountName;
import io.weir.api.queue.QueueService;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.server.Backend;
import io.weir.server.QueueServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.Readiness;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.request.RequestMemory;
import io.weir.testkit.Folders;
import io.weir.testkit.TestFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A store in its own folder and an endpoint for its queues, on a free port. As an extension, it
 * removes both after a class.
 */
public final class ServedQueues implements AfterAllCallback {

  private final EmbeddedLoops storeLoops = EmbeddedLoops.start(1);
  private final NettyLoops loops = NettyLoops.start(2);
  private final Path folder;
  private final Engine engine;
  private final QueueServer server;

  private ServedQueues(Path folder, ServerOptions.Builder options) throws IOException {
    this.folder = folder;
    this.engine =
        Engine.open(StoreOptions.in(folder).withSegmentBytes(16 << 20), storeLoops.loops());
    var built = options.port(0).build();
    this.server = QueueServer.start(
        built,
        loops,
        Callers.of(AccountRegistry.of(Account.development())),
        engine::queues,
        new Backend(engine::account, engine::settings, Readiness.of(engine::acceptsWrites)),
        ServerMetrics.create(),
        RequestMemory.of(built.limits()));
  }

  public static ServedQueues start() {
    return start(ServerOptions.builder());
  }

  static ServedQueues start(ServerOptions.Builder options) {
    try {
      return new ServedQueues(TestFolders.create("weir-queues"), options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the address of the server, without an account. */
  String serverUrl() {
    return "http://127.0.0.1:" + server.address().getPort();
  }

  /** Returns the address of the development account, without a trailing slash. */
  public String accountUrl() {
    return serverUrl() + "/" + AccountName.DEVELOPMENT;
  }

  QueueService queues() {
    return engine.queues(AccountName.DEVELOPMENT);
  }

  Engine engine() {
    return engine;
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    close();
  }

  void close() throws IOException {
    server.closeLater(Duration.ofSeconds(5)).block();
    loops.close();
    engine.close();
    storeLoops.close();
    Folders.delete(folder);
  }
}
