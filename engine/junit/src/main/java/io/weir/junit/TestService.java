package io.weir.junit;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import io.weir.engine.Engine;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.Backend;
import io.weir.server.QueueServer;
import io.weir.server.WeirServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.http.ServerOptions;
import io.weir.server.json.StatusDocument;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.FolderBackups;
import io.weir.server.operator.Readiness;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.operator.ServiceStatus;
import io.weir.server.operator.StoreShards;
import io.weir.server.operator.TableAdvice;
import io.weir.server.request.RequestMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * A service of the development account in this process: tables and queues on free ports of the
 * loopback address, with a store in a temporary folder.
 *
 * <p>{@link #start} and {@link #close} block. The other methods: any thread.
 */
public final class TestService implements AutoCloseable {

  private static final int LOOPS = 2;

  /** Few, because each has page files of its own. */
  private static final int PARTITION_GROUPS = 4;

  /** The smallest that a store has: a new one is ready sooner. */
  private static final int SEGMENT_BYTES = 16 << 20;

  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Path folder;
  private final NettyLoops loops;
  private final Engine engine;
  private final WeirServer tableServer;
  private final QueueServer queueServer;
  private final WeirClient client;
  private final WeirQueues queues;

  private TestService(
      Path folder,
      NettyLoops loops,
      Engine engine,
      WeirServer tableServer,
      QueueServer queueServer) {
    this.folder = folder;
    this.loops = loops;
    this.engine = engine;
    this.tableServer = tableServer;
    this.queueServer = queueServer;
    this.client = WeirClient.builder().endpoint(endpoint()).connect();
    this.queues = WeirQueues.builder().endpoint(queueEndpoint()).connectQueues();
  }

  /**
   * Starts a service with an empty store. Fails with {@link UncheckedIOException} when the store
   * cannot be opened.
   */
  public static TestService start() {
    var loops = NettyLoops.start(LOOPS);
    try {
      var folder = Files.createTempDirectory("weir-test");
      var options = StoreOptions.in(folder.resolve("store"))
          .withDurability(Durability.INTERVAL)
          .withSegmentBytes(SEGMENT_BYTES)
          .withPartitionGroups(PARTITION_GROUPS);
      var engine = Engine.open(options, new Loops(List.<Loop>copyOf(loops.all())));
      return serving(folder, loops, engine);
    } catch (IOException e) {
      loops.close();
      throw new UncheckedIOException(e);
    }
  }

  private static TestService serving(Path folder, NettyLoops loops, Engine engine)
      throws IOException {
    try {
      return serve(folder, loops, engine);
    } catch (RuntimeException e) { // no port
      engine.close();
      loops.close();
      throw e;
    }
  }

  private static TestService serve(Path folder, NettyLoops loops, Engine engine) {
    var status = new StatusDocument(Instant.now(), List.of(), List.of(), List.of());
    var options = ServerOptions.builder()
        .port(0)
        .build()
        .with(new ServiceStatus(AccountName.DEVELOPMENT, () -> status));
    var callers = Callers.of(AccountRegistry.of(Account.development()));
    var readiness = Readiness.of(engine::acceptsWrites);
    var metrics = ServerMetrics.create();
    var memory = RequestMemory.of(options.limits());
    var backend = new Backend(
            engine::account,
            engine::outbox,
            engine::settings,
            readiness,
            new FolderBackups(engine, Optional.empty()),
            TableAdvice.of(engine))
        .withShards(StoreShards.of(engine));
    return new TestService(
        folder,
        loops,
        engine,
        WeirServer.start(options, loops, callers, backend, metrics, memory),
        QueueServer.start(options, loops, callers, engine::queues, backend, metrics, memory));
  }

  /**
   * Returns the address of the account's tables: {@code http://127.0.0.1:PORT/devstoreaccount1}.
   */
  public String endpoint() {
    return url(tableServer.address());
  }

  /** Returns the address of the account's queues. */
  public String queueEndpoint() {
    return url(queueServer.address());
  }

  private static String url(InetSocketAddress address) {
    return "http://127.0.0.1:" + address.getPort() + "/" + AccountName.DEVELOPMENT;
  }

  /**
   * Returns a connection string for clients of the Azure protocols, with the development account's
   * published key.
   */
  public String connectionString() {
    return "DefaultEndpointsProtocol=http;AccountName=" + AccountName.DEVELOPMENT + ";AccountKey="
        + SharedKey.DEVELOPMENT_KEY + ";TableEndpoint=" + endpoint() + ";QueueEndpoint="
        + queueEndpoint() + ";";
  }

  /** Returns a client of the tables. It is closed with the service. */
  public WeirClient client() {
    return client;
  }

  /** Returns a client of the queues. It is closed with the service. */
  public WeirQueues queues() {
    return queues;
  }

  /** Ends the clients and the service, and deletes the store. */
  @Override
  public void close() {
    client.close();
    queues.close();
    try (loops;
        engine) {
      engine.endWaits();
      Mono.whenDelayError(tableServer.closeLater(GRACE), queueServer.closeLater(GRACE))
          .block();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
