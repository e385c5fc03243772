package io.weir.server.http;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.weir.server.loop.NettyLoops;
import io.weir.server.request.RequestMemory;
import io.weir.server.request.UploadCredit;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.FutureMono;
import reactor.netty.channel.ChannelOperations;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/**
 * A bound port for HTTP/1.1 and HTTP/2. With TLS, ALPN chooses between them. In clear text, HTTP/2
 * is available by prior knowledge and by upgrade.
 *
 * <p>Any thread. {@link #open} blocks and belongs to the launcher.
 */
public final class HttpEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);

  private final DisposableServer server;
  private final ChannelGroup connections;
  private final Sinks.Empty<Void> closing;

  /**
   * Streams of an HTTP/2 connection that each side may reset within {@link #RESETS_SECONDS}
   * seconds. One more closes the connection.
   *
   * <p>A client resets a stream when it cancels: it wants only the first rows, or waits no longer.
   * That stops the work at once and costs the service no more than the request did. The transport's
   * own limit is 200 in 30 s. An ordinary client reaches it, and would lose all its requests in
   * progress on the connection.
   */
  static final int RESETS = 5_000;

  private static final int RESETS_SECONDS = 10;

  private HttpEndpoint(
      DisposableServer server, ChannelGroup connections, Sinks.Empty<Void> closing) {
    this.server = server;
    this.connections = connections;
    this.closing = closing;
  }

  /**
   * Binds and serves. Fails with {@link reactor.netty.ChannelBindException} if the address is
   * taken.
   *
   * @param memory what requests and clients hold, at all ports of the service
   */
  public static HttpEndpoint open(
      ServerOptions options,
      RequestMemory memory,
      NettyLoops loops,
      EndpointService service,
      Clock clock) {
    return open(options, memory, loops, service, clock, System::nanoTime);
  }

  /** Binds and serves, with a clock for the turns of the loops. */
  static HttpEndpoint open(
      ServerOptions options,
      RequestMemory memory,
      NettyLoops loops,
      EndpointService service,
      Clock clock,
      LongSupplier nanoClock) {
    var limits = options.limits();
    var closing = Sinks.<Void>empty();
    var admission = new ConnectionAdmission(limits.connections(), memory.ofClients());
    var handler = new RequestHandler(
        service, limits, memory, clock, nanoClock, new SplittableRandom(), closing.asMono());
    var transport = new TransportErrorReplies(clock, new SplittableRandom());
    var failures = new Http2Failures();
    var upgrades = new UpgradeGuard();
    var connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    var plain = HttpServer.create()
        .runOn(loops.resources())
        .channelGroup(connections)
        .host(options.host())
        .port(options.port())
        .httpRequestDecoder(spec -> spec.maxInitialLineLength(limits.targetBytes())
            .maxHeaderSize(limits.headerBytes())
            .h2cMaxContentLength(limits.bodyBytes())
            .validateHeaders(true))
        .http2Settings(settings -> settings
            .maxHeaderListSize(limits.targetBytes() + limits.headerBytes())
            .initialWindowSize(UploadCredit.STREAM_WINDOW_BYTES)
            .maxConcurrentStreams(limits.streamsPerConnection())
            .maxDecodedRstFramesPerWindow(RESETS, RESETS_SECONDS)
            .maxEncodedRstFramesPerWindow(RESETS, RESETS_SECONDS))
        .maxConnections(limits.connections() + ConnectionAdmission.REFUSED)
        .idleTimeout(limits.idleTimeout())
        .doOnChannelInit((observer, channel, peer) -> {
          if (!admission.admit(channel)) {
            return;
          }
          HeadDeadline.installOn(channel, limits.headTimeout());
          LineFoldingGuard.installOn(channel, HeadDeadline.NAME);
          upgrades.installOn(channel);
          channel.pipeline().addLast(TransportErrorReplies.NAME, transport);
          channel.pipeline().addLast(Http2Failures.NAME, failures);
        })
        .handle(handler);
    var server = options
        .tls()
        .map(tls -> encrypted(plain, tls, limits.headTimeout()))
        .orElseGet(() -> plain.protocol(HttpProtocol.H2C, HttpProtocol.HTTP11))
        .bindNow();
    return new HttpEndpoint(server, connections, closing);
  }

  /**
   * Returns the server with TLS. A client that does not finish its handshake in time is
   * disconnected.
   */
  private static HttpServer encrypted(HttpServer plain, SslContext tls, Duration handshakeTimeout) {
    return plain
        .protocol(HttpProtocol.H2, HttpProtocol.HTTP11)
        .secure(spec -> spec.sslContext(tls).handshakeTimeout(handshakeTimeout));
  }

  /** Returns the bound address with its actual port. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.address();
  }

  /**
   * Starts to close the port and its connections, for a server that fails to start. Does not wait.
   * Any thread.
   */
  public void abandon() {
    server.dispose();
    var unused = connections.close();
  }

  /**
   * Accepts no more connections, gives the requests in progress the grace period, and then cuts
   * them. Completes when all connections are closed.
   *
   * <p>An HTTP/2 connection is told at once to open no more streams. An HTTP/1.1 connection without
   * a request is closed at once. Pipelines are told to end. Any thread.
   *
   * <p>deliberate: the transport's own graceful shutdown fails as soon as one client disconnects
   * before its answer.
   */
  public Mono<Void> closeLater(Duration grace) {
    return Mono.defer(() -> {
      server.dispose();
      closing.tryEmitEmpty();
      var ends = new ArrayList<Mono<Void>>();
      connections.forEach(connection -> ends.add(end(connection)));
      return server
          .onDispose()
          .then(Mono.when(ends))
          .timeout(
              grace,
              Mono.fromRunnable(
                  () -> LOG.info("grace period over, cutting requests grace={}", grace)))
          .then(FutureMono.deferFuture(connections::close))
          .onErrorComplete();
    });
  }

  /**
   * Completes when the connection's current request has ended, whatever its outcome, or the
   * connection is closed.
   *
   * <p>deliberate: an HTTP/2 connection that waits for its streams does not say so when its client
   * disconnects.
   */
  private static Mono<Void> end(Channel channel) {
    var request = ChannelOperations.get(channel);
    var end = request == null ? FutureMono.from(channel.close()) : request.onTerminate();
    return Mono.firstWithSignal(end, FutureMono.from(channel.closeFuture())).onErrorComplete();
  }
}
