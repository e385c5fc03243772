package io.weir.server.http;

import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/**
 * A bound port that speaks HTTP/1.1 and HTTP/2: encrypted, with ALPN to choose between them; or in clear text, where HTTP/2 comes both
 * by prior knowledge and by upgrade.
 *
 * <p>Any thread; {@link #open} and {@link #close} block and belong to the launcher.
 */
public final class HttpEndpoint {

  private final DisposableServer server;
  private final ChannelGroup connections;

  private HttpEndpoint(DisposableServer server, ChannelGroup connections) {
    this.server = server;
    this.connections = connections;
  }

  /** Binds and serves. Fails with {@link reactor.netty.ChannelBindException} when the address is taken. */
  public static HttpEndpoint open(
      ServerOptions options, NettyLoops loops, Service service, Clock clock) {
    var limits = options.limits();
    var handler = new RequestHandler(service, limits, clock, new SplittableRandom());
    var transport = new TransportAnswers(clock, new SplittableRandom());
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
            .maxConcurrentStreams(limits.streamsPerConnection()))
        .maxConnections(limits.connections())
        .idleTimeout(limits.idleTimeout())
        .readTimeout(limits.readTimeout())
        .doOnChannelInit((observer, channel, peer) -> {
          HeadDeadline.installOn(channel, limits.headTimeout());
          channel.pipeline().addLast(TransportAnswers.NAME, transport);
        })
        .handle(handler);
    var server = options
        .tls()
        .map(tls -> encrypted(plain, tls, limits.headTimeout()))
        .orElseGet(() -> plain.protocol(HttpProtocol.H2C, HttpProtocol.HTTP11))
        .bindNow();
    return new HttpEndpoint(server, connections);
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

  /** Takes no more connections, lets the requests under way finish for as long as is given, then cuts them. */
  public void close(Duration grace) {
    try {
      server.disposeNow(grace);
    } catch (IllegalStateException requestsStillUnderWay) {
      connections.close().awaitUninterruptibly();
    }
  }
}
