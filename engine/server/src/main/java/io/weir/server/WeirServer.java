package io.weir.server;

import io.weir.api.AccountName;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.OperatorAccount;
import io.weir.server.answer.OperatorPage;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Authentication;
import io.weir.server.auth.Callers;
import io.weir.server.bulk.BulkDialect;
import io.weir.server.bulk.PipelineDialect;
import io.weir.server.http.EndpointService;
import io.weir.server.http.HttpEndpoint;
import io.weir.server.http.MetricsExposure;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.AdviceDialect;
import io.weir.server.operator.BackupDialect;
import io.weir.server.operator.ClusterDialect;
import io.weir.server.operator.Console;
import io.weir.server.operator.HealthPages;
import io.weir.server.operator.RequestMetrics;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.operator.ServiceStatus;
import io.weir.server.operator.ShardsDialect;
import io.weir.server.operator.StatusDialect;
import io.weir.server.request.RequestMemory;
import io.weir.server.rest.RestDialect;
import io.weir.server.rest.SearchDialect;
import io.weir.server.settings.CrossOriginRules;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredPolicies;
import io.weir.server.settings.StoredProperties;
import io.weir.server.stream.BinaryDialect;
import io.weir.server.stream.ChangePages;
import io.weir.server.stream.LineDialect;
import io.weir.server.value.ValueDialect;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/**
 * A running endpoint for the tables of a backend.
 *
 * <p>{@link #start} blocks and belongs to the launcher. The caller owns the loops and the store.
 * Close the server first, then the store, then the loops.
 */
public final class WeirServer {

  private final HttpEndpoint endpoint;
  private final Optional<HttpEndpoint> operators;

  private WeirServer(HttpEndpoint endpoint, Optional<HttpEndpoint> operators) {
    this.endpoint = endpoint;
    this.operators = operators;
  }

  /**
   * Binds the service's port and, if configured, the metrics' port, and serves.
   *
   * @param loops loops that serve; the store should use the same ones, so that no request changes
   *     threads
   * @param callers the accounts, keys and tokens that are accepted
   * @param backend the tables
   * @param metrics registry for requests, shown at {@code /metrics}: see
   *     {@link ServerOptions#metrics}
   * @param memory what requests and clients hold, here and at the service's other ports
   */
  public static WeirServer start(
      ServerOptions options,
      NettyLoops loops,
      Callers callers,
      Backend backend,
      ServerMetrics metrics,
      RequestMemory memory) {
    var clock = Clock.systemUTC();
    var traffic = new RequestMetrics(metrics.registry());
    var pages = HealthPages.of(backend.readiness());
    metrics.bind(backend.readiness());
    var withMetrics = new HashMap<>(pages);
    withMetrics.put("/metrics", metrics.page());
    var exposure = options.metrics().kind();
    Predicate<AccountName> served = account -> callers.accounts().find(account).isPresent();
    var shown = exposure == MetricsExposure.Kind.WITH_SERVICE ? withMetrics : pages;
    var primary = service(options, callers, served, backend, shown, traffic, clock);
    var plain = backend
        .secondary()
        .map(copy -> primary.with(
            service(options, callers, served, backend.atSecondary(), shown, traffic, clock)))
        .orElse(primary);
    var console = options.console();
    var service =
        console.served() ? plain.with(Console.ofTables(served, console.queuePort())) : plain;
    var operators = exposure == MetricsExposure.Kind.OWN_PORT
        ? Optional.of(HttpEndpoint.open(
            options.at(options.metrics().port()),
            memory,
            loops,
            OperatorService.of(withMetrics, traffic),
            clock))
        : Optional.<HttpEndpoint>empty();
    try {
      return new WeirServer(HttpEndpoint.open(options, memory, loops, service, clock), operators);
    } catch (RuntimeException e) {
      operators.ifPresent(HttpEndpoint::abandon);
      throw e;
    }
  }

  /** Returns the service of the accounts' tables, which reads and writes a backend. */
  private static EndpointService service(
      ServerOptions options,
      Callers callers,
      Predicate<AccountName> served,
      Backend backend,
      Map<String, OperatorPage> pages,
      RequestMetrics traffic,
      Clock clock) {
    var policies = StoredPolicies.ofTables(backend.settings());
    var properties = new StoredProperties(backend.settings());
    var statistics = new ServiceStatistics(
        backend.secondary().map(Backend.Secondary::syncedTicks), options.liveSecondary(), clock);
    return new EndpointService(
            served,
            backend.tables(),
            new Authentication(callers, policies, clock),
            dialects(
                backend,
                options,
                new RestDialect(backend.outbox(), policies, properties, statistics)),
            pages,
            new CrossOriginRules(properties::corsOf),
            traffic)
        .with(options.tracer());
  }

  /**
   * Starts a server that accepts only account keys and shared access signatures, and shares its
   * memory with no other port.
   */
  public static WeirServer start(
      ServerOptions options,
      NettyLoops loops,
      AccountRegistry accounts,
      Backend backend,
      ServerMetrics metrics) {
    return start(
        options, loops, Callers.of(accounts), backend, metrics, RequestMemory.of(options.limits()));
  }

  /** Returns the bound address with its actual port. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  /** Returns the address of the metrics, if they have their own port. */
  public Optional<InetSocketAddress> metricsAddress() {
    return operators.map(HttpEndpoint::address);
  }

  /**
   * Accepts no more connections, gives the requests in progress the grace period, and then cuts
   * them. Completes when all connections are closed. Any thread.
   */
  public Mono<Void> closeLater(Duration grace) {
    return Mono.whenDelayError(
        endpoint.closeLater(grace),
        operators.map(opened -> opened.closeLater(grace)).orElseGet(Mono::empty));
  }

  /**
   * Returns the dialects in the order in which they are asked. REST is last and accepts every
   * request.
   */
  private static List<DialectHandler> dialects(
      Backend backend, ServerOptions options, DialectHandler rest) {
    var operator = new OperatorAccount(options.status().map(ServiceStatus::operator));
    return List.of(
        new SearchDialect(backend.searches()), // before those that query
        new ValueDialect(options.limits().valueBytes()),
        new BulkDialect(),
        new PipelineDialect(),
        new BinaryDialect(),
        new LineDialect(),
        new ChangePages(),
        new BackupDialect(backend.backups(), operator),
        new AdviceDialect(backend.advice()),
        new ShardsDialect(backend.shards(), operator),
        new ClusterDialect(backend.nodes(), operator),
        new StatusDialect(options.status()),
        rest);
  }
}
