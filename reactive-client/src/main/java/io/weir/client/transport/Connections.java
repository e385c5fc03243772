package io.weir.client.transport;

import io.netty.channel.ChannelOption;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.exchange.Protocol;
import io.weir.client.options.Endpoint;
import io.weir.client.options.PoolOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.Http2AllocationStrategy;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The connections of a client to one node, by group. Any thread.
 *
 * <p>Each group has pools of its own, one for each protocol. A pool chooses the connection of a
 * request, so only separate pools keep two attempts on separate connections. A protocol that is not
 * used opens no connection.
 */
final class Connections {

  private static final int HEDGING = 1;

  /**
   * Longest idle time of an HTTP/1.1 connection. HTTP/1.1 has no GOAWAY, and some services close
   * after 5 s: a write on a closing connection is lost without a trace.
   */
  private static final Duration HTTP_1_IDLE = Duration.ofSeconds(4);

  private final List<ConnectionProvider> pools;
  private final Map<Route, HttpClient> clients;

  private record Route(ConnectionGroup group, Protocol protocol) {}

  private Connections(List<ConnectionProvider> pools, Map<Route, HttpClient> clients) {
    this.pools = pools;
    this.clients = clients;
  }

  /**
   * Connects nothing yet.
   *
   * @param loops carry the connections; they end after these
   */
  static Connections of(
      Endpoint endpoint, PoolOptions pool, Duration silenceTimeout, LoopResources loops) {
    var target = new Target(endpoint, pool, silenceTimeout);
    var pools = new ArrayList<ConnectionProvider>();
    var clients = new HashMap<Route, HttpClient>();
    for (var group : ConnectionGroup.values()) {
      var most = group == ConnectionGroup.HEDGE ? HEDGING : pool.connections();
      var shared = target
          .pool(most)
          .maxIdleTime(pool.idleTimeout())
          .allocationStrategy(target.streams(most))
          .build();
      var exclusive = target
          .pool(pool.http1Connections())
          .maxIdleTime(shorter(pool.idleTimeout(), HTTP_1_IDLE))
          .build();
      pools.addAll(List.of(shared, exclusive));
      clients.put(new Route(group, Protocol.HTTP_2), target.http2(shared, loops));
      clients.put(new Route(group, Protocol.HTTP_1), target.http1(exclusive, loops));
    }
    return new Connections(pools, clients);
  }

  HttpClient of(ConnectionGroup group, Protocol protocol) {
    return Objects.requireNonNull(clients.get(new Route(group, protocol)));
  }

  void close() {
    pools.forEach(ConnectionProvider::dispose);
  }

  Mono<Void> closeLater() {
    return Mono.whenDelayError(
        pools.stream().map(ConnectionProvider::disposeLater).toList());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** The service, and how to connect to it. */
  private record Target(Endpoint endpoint, PoolOptions pool, Duration silenceTimeout) {

    HttpClient http2(ConnectionProvider connections, LoopResources loops) {
      var window = new ConnectionWindow(pool.streamWindowBytes(), pool.streamsPerConnection());
      var isEncrypted = endpoint.encryption().isPresent();
      return client(connections, loops, Protocol.HTTP_2)
          .http2Settings(settings -> settings.initialWindowSize(pool.streamWindowBytes()))
          .doOnChannelInit((observer, channel, address) -> {
            channel.pipeline().addFirst(LivenessProbe.within(silenceTimeout));
            window.installOn(channel);
            channel.pipeline().addLast(new IoFailureFilter());
          })
          .protocol(isEncrypted ? HttpProtocol.H2 : HttpProtocol.H2C);
    }

    /**
     * Names no protocol, because HTTP/1.1 is the default: to name it loads the JDK's trust store, a
     * tenth of a second, even without TLS.
     */
    HttpClient http1(ConnectionProvider connections, LoopResources loops) {
      return client(connections, loops, Protocol.HTTP_1);
    }

    private HttpClient client(
        ConnectionProvider connections, LoopResources loops, Protocol protocol) {
      var timeout = pool.connectTimeout();
      var plain = HttpClient.create(connections)
          .runOn(loops)
          .host(endpoint.host())
          .port(endpoint.port())
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeout.toMillis())
          .disableRetry(true);
      return endpoint
          .encryption()
          .map(encryption -> plain.secure(
              spec -> spec.sslContext(encryption.context(protocol)).handshakeTimeout(timeout)))
          .orElse(plain);
    }

    ConnectionProvider.Builder pool(int connections) {
      return ConnectionProvider.builder("weir-client")
          .maxConnections(connections)
          .pendingAcquireMaxCount(-1)
          .pendingAcquireTimeout(silenceTimeout);
    }

    Http2AllocationStrategy streams(int connections) {
      return Http2AllocationStrategy.builder()
          .maxConnections(connections)
          .minConnections(0)
          .maxConcurrentStreams(pool.streamsPerConnection())
          .build();
    }
  }
}
