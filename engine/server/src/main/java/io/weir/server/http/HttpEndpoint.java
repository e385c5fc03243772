package io.weir.server.http;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.weir.server.loop.NettyLoops;
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
 * A bound port that speaks HTTP/1.1 and HTTP/2: encrypted, with ALPN to choose between them; or in clear text, where HTTP/2 comes both
 * by prior knowledge and by upgrade.
 *
 * <p>Any thread; {@link #open} blocks and belongs to the launcher.
 */
public final class HttpEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);

  private final DisposableServer server;
  private final ChannelGroup connections;
  private final Sinks.Empty<Void> closing;

  /**
   * Streams of a connection of HTTP/2 that may be reset in {@link #RESETS_SECONDS}, by the client and by the service each; one more
   * ends it. A client resets whatever it cancels: a stream of which it wants the first rows, a request that it no longer waits for. That
   * stops the work at once, so it costs the service no more than the request itself did. The transport's own limit is 200 in 30 s,
   * which a client that hardly does anything else reaches, and all that it has under way on the connection is lost.
   */
  static final int RESETS = 5_000;

  private static final int RESETS_SECONDS = 10;

  private HttpEndpoint(
      DisposableServer server, ChannelGroup connections, Sinks.Empty<Void> closing) {
    this.server = server;
    this.connections = connections;
    this.closing = closing;
  }

  /** Binds and serves. Fails with {@link reactor.netty.ChannelBindException} when the address is taken. */
  public static HttpEndpoint open(
      ServerOptions options, NettyLoops loops, EndpointService service, Clock clock) {
    return open(options, loops, service, clock, System::nanoTime);
  }

  /** The same, whose loops measure their turns by a clock of the caller's. */
  static HttpEndpoint open(
      ServerOptions options,
      NettyLoops loops,
      EndpointService service,
      Clock clock,
      LongSupplier nanoClock) {
    var limits = options.limits();
    var closing = Sinks.<Void>empty();
    var handler = new RequestHandler(
        service, limits, clock, nanoClock, new SplittableRandom(), closing.asMono());
    var transport = new TransportErrorReplies(clock, new SplittableRandom());
    var failures = new Http2Failures();
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
        .maxConnections(limits.connections())
        .idleTimeout(limits.idleTimeout())
        .doOnChannelInit((observer, channel, peer) -> {
          HeadDeadline.installOn(channel, limits.headTimeout());
          LineFoldingGuard.installOn(channel, HeadDeadline.NAME);
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

  /** A client that does not finish its handshake in time is cut off, like one that does not finish its request. */
  private static HttpServer encrypted(HttpServer plain, SslContext tls, Duration patience) {
    return plain
        .protocol(HttpProtocol.H2, HttpProtocol.HTTP11)
        .secure(spec -> spec.sslContext(tls).handshakeTimeout(patience));
  }

  /** The address that is bound, with the port that was taken. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.address();
  }

  /** Begins to close the port and what came in by it, for a server that does not come up. Does not wait. Any thread. */
  public void abandon() {
    server.dispose();
    var unused = connections.close();
  }

  /**
   * Takes no more connections, lets the requests under way finish for as long as is given, then cuts them; completes when all
   * connections are gone. A connection of HTTP/2 is told at once to open no more streams, and one of HTTP/1.1 without a request is
   * closed at once. Requests that may last, pipelines, are told to come to their end. Any thread.
   *
   * <p>deliberate: the transport's own way of waiting gives up, and throws, when one client is gone before its answer.
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
          .timeout(grace, Mono.fromRunnable(() -> LOG.info("Requests are cut. grace={}", grace)))
          .then(FutureMono.deferFuture(connections::close))
          .onErrorComplete();
    });
  }

  /** Of what its request came to, the stop wants to know only that it is over. */
  private static Mono<Void> end(Channel channel) {
    var request = ChannelOperations.get(channel);
    var end = request == null ? FutureMono.from(channel.close()) : request.onTerminate();
    return end.onErrorComplete();
  }
}
