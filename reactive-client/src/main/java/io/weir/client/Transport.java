package io.weir.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import java.io.IOException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Sends requests over a few HTTP/2 connections and answers with frames.
 *
 * <p>Any thread; signals run on the connection's loop. Failures are those of the transport as they come, and what the service
 * refused; {@link Failures} translates the former.
 */
final class Transport {

  private static final String PROTOCOL_VERSION = "2020-12-06";

  /** RFC 9110, section 5.6.7. */
  private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
      .withZone(ZoneOffset.UTC);

  private static final Retry ONCE_RENEWED = Retry.max(1)
      .filter(RenewedCredential.class::isInstance)
      .onRetryExhaustedThrow((spec, signal) -> signal.failure());

  private final Credential credential;
  private final InstantSource clock;
  private final Admission admission;
  private final SilenceWatch watch;
  private final Connections connections;
  private final LongAdder attempts = new LongAdder();
  private final ServiceTime time = new ServiceTime();

  private Transport(
      Credential credential,
      InstantSource clock,
      Admission admission,
      SilenceWatch watch,
      Connections connections) {
    this.credential = credential;
    this.clock = clock;
    this.admission = admission;
    this.watch = watch;
    this.connections = connections;
  }

  static Transport of(ClientOptions options, InstantSource clock) {
    return new Transport(
        options.credential(),
        clock,
        new Admission(options.pool().mostRequests()),
        SilenceWatch.start(options.silenceTimeout()),
        Connections.of(options));
  }

  /**
   * Sends the request, once for each subscription, and answers with the frames of its answer in groups: those that arrived together.
   *
   * <p>Fails with {@link Unsent} where the request has not left.
   *
   * <p>At most one group is asked for ahead of the subscriber. An answer that is not the whole one fails. Cancelling resets the
   * HTTP/2 stream; the connection stays.
   */
  Flux<Frame> exchange(Request request, Call call) {
    return exchange(request, call, Lane.MAIN);
  }

  /** The same over the connections of a lane. */
  Flux<Frame> exchange(Request request, Call call, Lane lane) {
    return Flux.defer(() -> authorized(request, call, lane))
        .retryWhen(ONCE_RENEWED)
        .onErrorMap(RenewedCredential.class, RenewedCredential::refusal)
        .concatMapIterable(frames -> frames, 1);
  }

  private Flux<List<Frame>> authorized(Request request, Call call, Lane lane) {
    var date = HTTP_DATE.format(clock.instant());
    return credential
        .authorize(date, request.path())
        .flatMapMany(proof -> send(request, proof, date, call, lane)
            .onErrorMap(failure -> RenewedCredential.of(failure, credential, proof)));
  }

  private Flux<List<Frame>> send(
      Request request, Authorization proof, String date, Call call, Lane lane) {
    var departure = new Departure(call);
    return connections
        .of(lane)
        .doOnRequest((sending, connection) -> {
          attempts.increment();
          departure.by(connection);
        })
        .headers(headers -> {
          call.describe(headers);
          describe(request, proof, date, headers);
        })
        .request(request.method())
        .uri(proof.target(request))
        .send((sending, out) -> request
            .upload()
            .map(chunks -> UploadBody.send(out, chunks))
            .orElseGet(() -> out.send(body(request)).then()))
        .response((response, body) -> {
          time.heard(response.responseHeaders().get(HttpHeaderNames.DATE, ""));
          return ResponseFrames.of(response, body);
        })
        .onErrorMap(IOException.class, departure::explain)
        .transform(answer -> request.upload().isPresent() ? answer : watch.guard(answer))
        .transform(admission::admit);
  }

  /** How many requests were sent. */
  long attempts() {
    return attempts.sum();
  }

  /** What is known of the service's clock. */
  ServiceTime time() {
    return time;
  }

  /** Cuts all connections. Does not wait. */
  void close() {
    watch.close();
    connections.close();
  }

  /** Cuts all connections; completes when they are gone and the loops have ended. */
  Mono<Void> closeLater() {
    return Mono.fromRunnable(watch::close).then(connections.closeLater());
  }

  private static void describe(
      Request request, Authorization proof, String date, HttpHeaders headers) {
    proof.setOn(headers);
    headers
        .set("x-ms-date", date)
        .set("x-ms-version", PROTOCOL_VERSION)
        .set(HttpHeaderNames.ACCEPT, Dialect.BINARY);
    if (request.hasBody() || request.upload().isPresent()) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, Dialect.BINARY);
    }
    if (request.hasBody()) {
      headers.set(
          HttpHeaderNames.CONTENT_LENGTH, Integer.toString(request.body().remaining()));
    }
  }

  /** Wrapped, not copied, and outside the pool: nothing to lose when the request is never sent. */
  private static Mono<ByteBuf> body(Request request) {
    return request.hasBody()
        ? Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.body().duplicate()))
        : Mono.empty();
  }
}
