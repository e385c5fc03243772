package io.weir.client;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.Http2AllocationStrategy;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The connections of a client, by lane, and the loops that carry them. Any thread.
 *
 * <p>Each lane has a pool of its own: the pool decides which of its connections carries a request, so that only two pools keep two
 * attempts apart.
 */
final class Connections {

  private static final Duration LOOPS_END = Duration.ofSeconds(15);
  private static final int HEDGING = 1;

  private final LoopResources loops;
  private final Map<Lane, ConnectionProvider> pools;
  private final Map<Lane, HttpClient> clients;

  private Connections(
      LoopResources loops, Map<Lane, ConnectionProvider> pools, Map<Lane, HttpClient> clients) {
    this.loops = loops;
    this.pools = pools;
    this.clients = clients;
  }

  /** Connects nothing yet. */
  static Connections of(ClientOptions options) {
    var loops = LoopResources.create("weir-client", options.pool().loops(), true);
    var pools = new EnumMap<Lane, ConnectionProvider>(Lane.class);
    var clients = new EnumMap<Lane, HttpClient>(Lane.class);
    for (var lane : Lane.values()) {
      var most = lane == Lane.HEDGE ? HEDGING : options.pool().connections();
      var pool = pool(options, most);
      pools.put(lane, pool);
      clients.put(lane, client(options, pool, loops));
    }
    return new Connections(loops, pools, clients);
  }

  HttpClient of(Lane lane) {
    return Objects.requireNonNull(clients.get(lane));
  }

  void close() {
    pools.values().forEach(ConnectionProvider::dispose);
    loops.dispose();
  }

  Mono<Void> closeLater() {
    return Mono.whenDelayError(
            pools.values().stream().map(ConnectionProvider::disposeLater).toList())
        .then(loops.disposeLater(Duration.ZERO, LOOPS_END)); // nothing comes to them any more
  }

  private static HttpClient client(
      ClientOptions options, ConnectionProvider connections, LoopResources loops) {
    var pool = options.pool();
    var endpoint = options.endpoint();
    var window = new ConnectionWindow(pool.streamWindowBytes(), pool.streamsPerConnection());
    var plain = HttpClient.create(connections)
        .runOn(loops)
        .host(endpoint.host())
        .port(endpoint.port())
        .http2Settings(settings -> settings.initialWindowSize(pool.streamWindowBytes()))
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) pool.connectTimeout().toMillis())
        .doOnChannelInit((observer, channel, address) -> {
          window.installOn(channel);
          channel.pipeline().addLast(new LostConnection());
        })
        .disableRetry(true);
    return endpoint
        .encryption()
        .map(encryption -> plain
            .protocol(HttpProtocol.H2)
            .secure(spec ->
                spec.sslContext(encryption.context()).handshakeTimeout(pool.connectTimeout())))
        .orElseGet(() -> plain.protocol(HttpProtocol.H2C));
  }

  private static ConnectionProvider pool(ClientOptions options, int connections) {
    var pool = options.pool();
    return ConnectionProvider.builder("weir-client")
        .maxConnections(connections)
        .pendingAcquireMaxCount(-1)
        .pendingAcquireTimeout(options.silenceTimeout())
        .maxIdleTime(pool.idleTimeout())
        .allocationStrategy(Http2AllocationStrategy.builder()
            .maxConnections(connections)
            .minConnections(0)
            .maxConcurrentStreams(pool.streamsPerConnection())
            .build())
        .build();
  }
}
