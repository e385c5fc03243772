package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.cli.store.BackingStore;
import io.weir.cli.terminal.PendingLog;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.HealthPort;
import io.weir.server.QueueServer;
import io.weir.server.WeirServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.http.ServerOptions;
import io.weir.server.json.AdministrativeJson;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.Console;
import io.weir.server.operator.Readiness;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.request.RequestMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;
import reactor.netty.ChannelBindException;

/**
 * A store with its endpoint, in this process.
 *
 * <p>Opening and closing block. Closing may be done by any thread and more than once: a node of a
 * cluster hands the leadership over, so that clients find the next leader while this node is still
 * there to name it. Then the endpoint takes no more requests and finishes those under way, the
 * store is closed, and the loops end.
 */
public final class LocalService implements AutoCloseable {

  /** Time that a stop gives to requests in flight. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private final NettyLoops loops;
  private final BackingStore store;
  private final Optional<HealthPort> health;
  private final WeirServer server;
  private final Optional<QueueServer> queues;
  private final String scheme;
  private final boolean console;
  private final Optional<TraceExport> tracing;
  private final Renewal renewal;
  private final AtomicBoolean closed = new AtomicBoolean();

  private LocalService(
      NettyLoops loops,
      BackingStore store,
      Optional<HealthPort> health,
      WeirServer server,
      Optional<QueueServer> queues,
      String scheme,
      boolean console,
      Optional<TraceExport> tracing,
      Renewal renewal) {
    this.loops = loops;
    this.store = store;
    this.health = health;
    this.server = server;
    this.queues = queues;
    this.scheme = scheme;
    this.console = console;
    this.tracing = tracing;
    this.renewal = renewal;
  }

  /**
   * Takes the ports, opens the store and serves it. A failure states the remedy and leaves nothing
   * open.
   */
  static LocalService open(ServiceOptions options) throws IOException {
    var loops = NettyLoops.start(options.loops());
    try {
      var store = open(options, loops);
      try {
        return serve(options, loops, store);
      } catch (RuntimeException e) {
        store.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      loops.close();
      options.tracing().ifPresent(TraceExport::close);
      throw e;
    }
  }

  private static BackingStore open(ServiceOptions options, NettyLoops loops) throws IOException {
    try (var ports = HeldPorts.of(options)) {
      return options.store().open(loops);
    }
  }

  private static LocalService serve(ServiceOptions options, NettyLoops loops, BackingStore store) {
    var health = openHealth(options, store.backend().readiness());
    var metrics = ServerMetrics.create();
    store.bind(metrics);
    options.tracing().ifPresent(tracing -> tracing.bind(metrics));
    var memory = RequestMemory.of(options.listening().limits());
    var queues = bindQueues(options, loops, store, metrics, memory, health);
    var server = bind(options, loops, store, metrics, memory, health, queues);
    return new LocalService(
        loops,
        store,
        health,
        server,
        queues,
        options.listening().tls().isPresent() ? "https" : "http",
        options.listening().console().served(),
        options.tracing(),
        Renewal.start(options.renewed()));
  }

  /**
   * Opens a service of the development account on free ports, with a store in a folder that the
   * caller deletes. Its writes are forced at intervals.
   */
  public static LocalService openTemporary(Path folder) throws IOException {
    return open(new ServiceOptions(
        EngineStore.in(
            StoreOptions.in(folder.resolve("store")).withDurability(Durability.INTERVAL),
            Optional.empty()),
        ServerOptions.builder().port(0).build(),
        OptionalInt.of(0),
        OptionalInt.empty(),
        Callers.of(AccountRegistry.of(Account.development())),
        Runtime.getRuntime().availableProcessors(),
        Optional.empty(),
        List.of(),
        Optional.empty()));
  }

  /** Returns the URL of an account. */
  public String url(AccountName account) {
    return scheme + "://" + authority(server.address()) + "/" + account;
  }

  /** Returns the URL of an account's queues, if they are served. */
  public Optional<String> queuesUrl(AccountName account) {
    return queues.map(opened -> scheme + "://" + authority(opened.address()) + "/" + account);
  }

  /**
   * Returns what an SDK takes to reach the tables and the queues of an account.
   *
   * @param key the account's key in Base64
   */
  String connectionString(AccountName account, String key) {
    return "DefaultEndpointsProtocol=" + scheme + ";AccountName=" + account + ";AccountKey=" + key
        + ";TableEndpoint=" + url(account) + ";"
        + queuesUrl(account).map(url -> "QueueEndpoint=" + url + ";").orElse("");
  }

  /** Returns the URL of the console, if it is served. */
  public Optional<String> consoleUrl() {
    return console
        ? Optional.of(scheme + "://" + authority(server.address()) + Console.PATH)
        : Optional.empty();
  }

  /** Returns the URL of the metrics, if they have a port of their own. */
  Optional<String> metricsUrl() {
    return server.metricsAddress().map(address -> scheme + "://" + authority(address) + "/metrics");
  }

  /**
   * Where the probes' own port is asked whether the service is ready; empty without such a port.
   */
  Optional<String> readinessUrl() {
    return health.map(port -> "http://" + authority(port.address()) + "/health/ready");
  }

  private static String authority(InetSocketAddress address) {
    var host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /**
   * Returns when the calling thread is interrupted. When the process is told to end instead, closes
   * this on a thread of its own and says so. Until then the thread has nothing else to do, so it
   * loads what requests will need.
   */
  public void awaitStop(Terminal terminal) {
    var hook = new Thread(() -> stop(terminal), "weir-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      AdministrativeJson.load();
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private void stop(Terminal terminal) {
    close();
    PendingLog.drain();
    terminal.remark("Stopped; every acknowledged write is kept.");
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try (loops;
        store) { // whatever fails before: a store that stays open stays locked
      renewal.close();
      store.retire();
      Mono.whenDelayError(
              server.closeLater(GRACE),
              queues.map(opened -> opened.closeLater(GRACE)).orElseGet(Mono::empty))
          .block();
      health.ifPresent(HealthPort::close);
      tracing.ifPresent(TraceExport::close);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<HealthPort> openHealth(ServiceOptions options, Readiness readiness) {
    if (options.healthPort().isEmpty()) {
      return Optional.empty();
    }
    var host = options.listening().host();
    var port = options.healthPort().getAsInt();
    try {
      return Optional.of(HealthPort.open(host, port, readiness));
    } catch (ChannelBindException e) {
      throw HeldPorts.cannotListen(host, port, "--health-port", reason(e));
    }
  }

  private static Optional<QueueServer> bindQueues(
      ServiceOptions options,
      NettyLoops loops,
      BackingStore store,
      ServerMetrics metrics,
      RequestMemory memory,
      Optional<HealthPort> health) {
    if (options.queuePort().isEmpty() || store.queues().isEmpty()) {
      return Optional.empty();
    }
    var listening = listening(options).at(options.queuePort().getAsInt());
    var backend = store.backend();
    try {
      return Optional.of(QueueServer.start(
          listening, loops, options.callers(), store.queues().get(), backend, metrics, memory));
    } catch (ChannelBindException e) {
      health.ifPresent(HealthPort::close);
      throw HeldPorts.cannotListen(listening.host(), e.localPort(), "--queue-port", reason(e));
    }
  }

  private static WeirServer bind(
      ServiceOptions options,
      NettyLoops loops,
      BackingStore store,
      ServerMetrics metrics,
      RequestMemory memory,
      Optional<HealthPort> health,
      Optional<QueueServer> queues) {
    var queuePort = queues
        .map(opened -> OptionalInt.of(opened.address().getPort()))
        .orElse(OptionalInt.empty());
    var listening = listening(options);
    try {
      return WeirServer.start(
          listening.with(listening.console().withQueues(queuePort)),
          loops,
          options.callers(),
          store.backend(),
          metrics,
          memory);
    } catch (ChannelBindException e) {
      health.ifPresent(HealthPort::close);
      queues.ifPresent(QueueServer::abandon);
      throw HeldPorts.cannotListen(
          listening.host(), e.localPort(), "--port or --metrics-port", reason(e));
    }
  }

  private static ServerOptions listening(ServiceOptions options) {
    var listening = options.listening();
    var traced = options.tracing().map(listening::with).orElse(listening);
    return options.status().map(traced::with).orElse(traced);
  }

  private static String reason(ChannelBindException failure) {
    var cause = failure.getCause();
    return String.valueOf(cause == null ? failure.getMessage() : cause.getMessage());
  }
}
