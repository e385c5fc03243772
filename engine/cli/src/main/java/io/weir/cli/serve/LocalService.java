package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.PendingLog;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.Engine;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.LoopWatch;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.search.SearchOptions;
import io.weir.search.TableSearch;
import io.weir.server.Backend;
import io.weir.server.HealthPort;
import io.weir.server.QueueServer;
import io.weir.server.WeirServer;
import io.weir.server.advice.TableAdvice;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.backup.FolderBackups;
import io.weir.server.console.Console;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.metrics.EngineMetrics;
import io.weir.server.metrics.EngineReadiness;
import io.weir.server.metrics.Readiness;
import io.weir.server.metrics.SearchMetrics;
import io.weir.server.metrics.ServerMetrics;
import io.weir.server.shards.StoreShards;
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
 * <p>Opening and closing block. Closing may be done by any thread and more than once: the endpoint takes no more requests and
 * finishes those under way, then the store is closed, then the loops end.
 */
public final class LocalService implements AutoCloseable {

  /** Time that a stop gives to requests in flight. */
  static final Duration GRACE = Duration.ofSeconds(10);

  /** The folder of the text indexes within that of the store. It may be deleted while the service is stopped. */
  private static final String SEARCH_FOLDER = "search";

  private final NettyLoops loops;
  private final Engine engine;
  private final LoopWatch watch;
  private final TableSearch search;
  private final Optional<HealthPort> health;
  private final WeirServer server;
  private final Optional<QueueServer> queues;
  private final String scheme;
  private final boolean console;
  private final Renewal renewal;
  private final AtomicBoolean closed = new AtomicBoolean();

  private LocalService(
      NettyLoops loops,
      Engine engine,
      LoopWatch watch,
      TableSearch search,
      Optional<HealthPort> health,
      WeirServer server,
      Optional<QueueServer> queues,
      String scheme,
      boolean console,
      Renewal renewal) {
    this.loops = loops;
    this.engine = engine;
    this.watch = watch;
    this.search = search;
    this.health = health;
    this.server = server;
    this.queues = queues;
    this.scheme = scheme;
    this.console = console;
    this.renewal = renewal;
  }

  /** Opens the store and binds the port. A failure states the remedy and leaves nothing open. */
  static LocalService open(ServiceOptions options) throws IOException {
    var loops = NettyLoops.start(options.loops());
    try {
      var engineLoops = new Loops(List.<Loop>copyOf(loops.all()));
      var engine = Engine.open(options.store(), engineLoops);
      var watch = LoopWatch.start(engineLoops);
      var readiness = new EngineReadiness(engine, watch);
      var search = TableSearch.open(
          engine, SearchOptions.in(options.store().folder().resolve(SEARCH_FOLDER)));
      try {
        var health = openHealth(options, readiness);
        var metrics = ServerMetrics.create();
        var queues = bindQueues(options, loops, engine, readiness, metrics, health);
        var server =
            bind(options, loops, engine, watch, readiness, search, metrics, health, queues);
        return new LocalService(
            loops,
            engine,
            watch,
            search,
            health,
            server,
            queues,
            options.listening().tls().isPresent() ? "https" : "http",
            options.listening().console().served(),
            Renewal.start(options.renewed()));
      } catch (RuntimeException e) {
        search.close();
        watch.close();
        engine.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  /**
   * Opens a service of the development account on free ports, with a store in a folder that the caller deletes. Its writes are forced at intervals.
   */
  public static LocalService openTemporary(Path folder) throws IOException {
    return open(new ServiceOptions(
        StoreOptions.in(folder.resolve("store")).withDurability(Durability.INTERVAL),
        ServerOptions.builder().port(0).build(),
        OptionalInt.of(0),
        OptionalInt.empty(),
        Callers.of(AccountRegistry.of(Account.development())),
        Runtime.getRuntime().availableProcessors(),
        Optional.empty(),
        List.of()));
  }

  /** Returns the URL of an account. */
  public String url(AccountName account) {
    return scheme + "://" + authority(server.address()) + "/" + account;
  }

  /** Returns the URL of an account's queues, if they are served. */
  public Optional<String> queuesUrl(AccountName account) {
    return queues.map(opened -> scheme + "://" + authority(opened.address()) + "/" + account);
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

  /** Where the probes' own port is asked whether the service is ready; empty without such a port. */
  Optional<String> readinessUrl() {
    return health.map(port -> "http://" + authority(port.address()) + "/health/ready");
  }

  private static String authority(InetSocketAddress address) {
    var host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /**
   * Returns when the calling thread is interrupted. When the process is told to end instead, closes this on a thread of its own
   * and says so.
   */
  public void awaitStop(Terminal terminal) {
    var hook = new Thread(() -> stop(terminal), "weir-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
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
        engine;
        search;
        watch) { // whatever fails before: a store that stays open stays locked
      renewal.close();
      engine.endWaits();
      Mono.whenDelayError(
              server.closeLater(GRACE),
              queues.map(opened -> opened.closeLater(GRACE)).orElseGet(Mono::empty))
          .block();
      health.ifPresent(HealthPort::close);
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
      throw cannotListen(host, port, "--health-port", e);
    }
  }

  private static Optional<QueueServer> bindQueues(
      ServiceOptions options,
      NettyLoops loops,
      Engine engine,
      Readiness readiness,
      ServerMetrics metrics,
      Optional<HealthPort> health) {
    if (options.queuePort().isEmpty()) {
      return Optional.empty();
    }
    var listening = options.listening().at(options.queuePort().getAsInt());
    try {
      return Optional.of(QueueServer.start(
          listening,
          loops,
          options.callers(),
          engine::queues,
          engine::settings,
          readiness,
          metrics));
    } catch (ChannelBindException e) {
      health.ifPresent(HealthPort::close);
      throw cannotListen(listening.host(), e.localPort(), "--queue-port", e);
    }
  }

  private static WeirServer bind(
      ServiceOptions options,
      NettyLoops loops,
      Engine engine,
      LoopWatch watch,
      Readiness readiness,
      TableSearch search,
      ServerMetrics metrics,
      Optional<HealthPort> health,
      Optional<QueueServer> queues) {
    EngineMetrics.bind(metrics, engine);
    EngineMetrics.bind(metrics, watch, readiness);
    SearchMetrics.bind(metrics, search.measures());
    var queuePort = queues
        .map(opened -> OptionalInt.of(opened.address().getPort()))
        .orElse(OptionalInt.empty());
    var listening = options.listening();
    try {
      return WeirServer.start(
          listening.with(listening.console().withQueues(queuePort)),
          loops,
          options.callers(),
          new Backend(
                  engine::account,
                  engine::outbox,
                  engine::settings,
                  readiness,
                  new FolderBackups(engine, options.backups()),
                  TableAdvice.of(engine))
              .withShards(StoreShards.of(engine))
              .withSearches(search::account),
          metrics);
    } catch (ChannelBindException e) {
      health.ifPresent(HealthPort::close);
      queues.ifPresent(QueueServer::abandon);
      throw cannotListen(listening.host(), e.localPort(), "--port or --metrics-port", e);
    }
  }

  private static CommandFailure cannotListen(
      String host, int port, String option, ChannelBindException failure) {
    return CommandFailure.failed("Cannot listen on " + host + ":" + port + ": " + reason(failure)
        + ". Stop what listens there, or choose another port with " + option
        + " (0 takes any that is free).");
  }

  private static String reason(ChannelBindException failure) {
    var cause = failure.getCause();
    return String.valueOf(cause == null ? failure.getMessage() : cause.getMessage());
  }
}
