package io.weir.server;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.QueueService;
import io.weir.server.answer.PublicFiles;
import io.weir.server.auth.Callers;
import io.weir.server.auth.QueueAuthentication;
import io.weir.server.bulk.MessagePipeline;
import io.weir.server.http.EndpointService;
import io.weir.server.http.HttpEndpoint;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.Console;
import io.weir.server.operator.HealthPages;
import io.weir.server.operator.RequestMetrics;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.queue.QueueProtocol;
import io.weir.server.request.RequestMemory;
import io.weir.server.settings.CrossOriginRules;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredPolicies;
import io.weir.server.settings.StoredProperties;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/**
 * A running endpoint for the queues of a store.
 *
 * <p>{@link #start} blocks and belongs to the launcher. The caller owns the loops and the store.
 * Close the server first.
 */
public final class QueueServer {

  /** The port at which tools expect a queue service for development. */
  public static final int DEFAULT_PORT = 10001;

  private final HttpEndpoint endpoint;

  private QueueServer(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Binds the port and serves.
   *
   * @param options limits and TLS as those of the tables, with the port of the queues
   * @param loops loops that serve; the store should use the same ones
   * @param callers the accounts, keys and tokens that are accepted
   * @param queues returns the queues of a served account
   * @param backend the store of the queues, as the port of the tables serves it
   * @param metrics registry for requests; the tables' server shows it
   * @param memory what requests and clients hold, here and at the service's other ports
   */
  public static QueueServer start(
      ServerOptions options,
      NettyLoops loops,
      Callers callers,
      Function<AccountName, QueueService> queues,
      Backend backend,
      ServerMetrics metrics,
      RequestMemory memory) {
    var clock = Clock.systemUTC();
    var policies = StoredPolicies.ofQueues(backend.settings());
    var properties = StoredProperties.ofQueues(backend.settings());
    var authentication = new QueueAuthentication(callers, policies, clock);
    var protocol = QueueProtocol.of(
        queues,
        authentication,
        policies,
        properties,
        new MessagePipeline(),
        new ServiceStatistics(
            backend.secondary().map(Backend.Secondary::syncedTicks),
            options.liveSecondary(),
            clock));
    Predicate<AccountName> served = account -> callers.accounts().find(account).isPresent();
    var service = new EndpointService(
        served,
        account -> {
          throw noTables();
        },
        (head, sender) -> {
          throw noTables();
        },
        List.of(),
        HealthPages.of(backend.readiness()),
        options.console().served() ? Console.ofQueues(served) : PublicFiles.NONE,
        new CrossOriginRules(properties::corsOf),
        new RequestMetrics(metrics.registry(), "weir.queue.requests.in.flight"),
        options.tracer(),
        Optional.of(protocol),
        Optional.empty());
    return new QueueServer(HttpEndpoint.open(options, memory, loops, service, clock));
  }

  private static InvalidRequestException noTables() {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "port=queues");
  }

  /** Returns the bound address with its actual port. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  /** Starts to close the port, for a launch that fails. Does not wait. Any thread. */
  public void abandon() {
    endpoint.abandon();
  }

  /**
   * Accepts no more connections, gives the requests in progress the grace period, and then cuts
   * them. Any thread.
   */
  public Mono<Void> closeLater(Duration grace) {
    return endpoint.closeLater(grace);
  }
}
