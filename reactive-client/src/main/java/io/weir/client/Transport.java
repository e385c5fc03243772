package io.weir.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.SharedKey;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.Http2AllocationStrategy;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Sends requests over a few HTTP/2 connections and answers with frames.
 *
 * <p>Any thread; signals run on the connection's loop. Failures are those of the transport as they come, and what the service
 * refused; {@link Failures} translates the former.
 */
final class Transport {

  private static final Duration LOOPS_END = Duration.ofSeconds(15);
  private static final String PROTOCOL_VERSION = "2020-12-06";

  /** RFC 9110, section 5.6.7. */
  private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
      .withZone(ZoneOffset.UTC);

  private final SharedKey key;
  private final InstantSource clock;
  private final ConnectionProvider connections;
  private final LoopResources loops;
  private final Admission admission;
  private final SilenceWatch watch;
  private final HttpClient client;

  private Transport(
      SharedKey key,
      InstantSource clock,
      ConnectionProvider connections,
      LoopResources loops,
      Admission admission,
      SilenceWatch watch,
      HttpClient client) {
    this.key = key;
    this.clock = clock;
    this.connections = connections;
    this.loops = loops;
    this.admission = admission;
    this.watch = watch;
    this.client = client;
  }

  static Transport of(ClientOptions options, InstantSource clock) {
    var loops = LoopResources.create("weir-client", options.loops(), true);
    var connections = connections(options);
    var window = new ConnectionWindow(options.streamWindowBytes(), options.streamsPerConnection());
    var plain = HttpClient.create(connections)
        .runOn(loops)
        .host(options.host())
        .port(options.port())
        .http2Settings(settings -> settings.initialWindowSize(options.streamWindowBytes()))
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) options.connectTimeout().toMillis())
        .doOnChannelInit((observer, channel, address) -> {
          window.installOn(channel);
          channel.pipeline().addLast(new LostConnection());
        })
        .disableRetry(true);
    var client = options
        .encryption()
        .map(encryption -> plain
            .protocol(HttpProtocol.H2)
            .secure(spec ->
                spec.sslContext(encryption.context()).handshakeTimeout(options.connectTimeout())))
        .orElseGet(() -> plain.protocol(HttpProtocol.H2C));
    return new Transport(
        options.key(),
        clock,
        connections,
        loops,
        new Admission(
            options.connections() * options.streamsPerConnection() + options.waitingRequests()),
        SilenceWatch.start(options.silenceTimeout()),
        client);
  }

  /**
   * Sends the request, once for each subscription, and answers with the frames of its answer in groups: those that arrived together.
   *
   * <p>At most one group is asked for ahead of the subscriber. An answer that is not the whole one fails. Cancelling resets the
   * HTTP/2 stream; the connection stays.
   */
  Flux<Frame> exchange(Request request) {
    return client
        .headers(headers -> sign(request, headers))
        .request(request.method())
        .uri(request.target())
        .send(body(request))
        .response((response, body) -> ResponseFrames.of(response, body))
        .transform(watch::guard)
        .transform(admission::admit)
        .concatMapIterable(frames -> frames, 1);
  }

  /** Cuts all connections. Does not wait. */
  void close() {
    watch.close();
    connections.dispose();
    loops.dispose();
  }

  /** Cuts all connections; completes when they are gone and the loops have ended. */
  Mono<Void> closeLater() {
    return Mono.fromRunnable(watch::close)
        .then(connections.disposeLater())
        .then(loops.disposeLater(Duration.ZERO, LOOPS_END)); // nothing comes to them any more
  }

  private void sign(Request request, HttpHeaders headers) {
    var date = HTTP_DATE.format(clock.instant());
    headers
        .set("x-ms-date", date)
        .set("x-ms-version", PROTOCOL_VERSION)
        .set(HttpHeaderNames.AUTHORIZATION, key.authorizationLite(date, request.path(), ""))
        .set(HttpHeaderNames.ACCEPT, Dialect.BINARY);
    if (request.hasBody()) {
      headers
          .set(HttpHeaderNames.CONTENT_TYPE, Dialect.BINARY)
          .set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(request.body().remaining()));
    }
  }

  /** Wrapped, not copied, and outside the pool: nothing to lose when the request is never sent. */
  private static Mono<ByteBuf> body(Request request) {
    return request.hasBody()
        ? Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.body().duplicate()))
        : Mono.empty();
  }

  private static ConnectionProvider connections(ClientOptions options) {
    return ConnectionProvider.builder("weir-client")
        .maxConnections(options.connections())
        .pendingAcquireMaxCount(-1)
        .pendingAcquireTimeout(options.silenceTimeout())
        .allocationStrategy(Http2AllocationStrategy.builder()
            .maxConnections(options.connections())
            .minConnections(0)
            .maxConcurrentStreams(options.streamsPerConnection())
            .build())
        .build();
  }
}
