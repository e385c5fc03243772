package io.weir.perf.fairness;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.wire.Dialect;
import io.weir.perf.http.RestSignature;
import io.weir.perf.workload.DataSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Streams of the whole table, all on one thread, which discards their bytes. Belongs to one thread, which waits; closing ends the streams.
 */
final class ReadStreams implements AutoCloseable {

  private static final int STREAMS_A_CONNECTION = 50;
  private static final int WINDOW_BYTES = 1 << 20;
  private static final Duration SLOW = Duration.ofMillis(100);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final String PATH = "/" + AccountName.DEVELOPMENT + "/" + DataSet.TABLE + "()";

  private final LoopResources loops = LoopResources.create("streams", 1, true);
  private final ConnectionProvider connections;
  private final HttpClient client;
  private final Scenario scenario;
  private final List<Disposable> open = new ArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  ReadStreams(int port, Scenario scenario) {
    this.scenario = scenario;
    this.connections = ConnectionProvider.builder("streams")
        .maxConnections(
            scenario.isHttp2()
                ? Math.max(1, scenario.streams() / STREAMS_A_CONNECTION)
                : scenario.streams())
        .pendingAcquireMaxCount(-1)
        .build();
    var plain = HttpClient.create(connections).runOn(loops).host("127.0.0.1").port(port);
    this.client = scenario.isHttp2()
        ? plain
            .protocol(HttpProtocol.H2C)
            .http2Settings(settings -> settings.initialWindowSize(WINDOW_BYTES))
        : plain;
  }

  /** Begins all streams at once. */
  void begin() {
    for (var i = 0; i < scenario.streams(); i++) {
      var reader = new Reader();
      open.add(reader);
      chunks(Dialect.NDJSON).repeat().subscribe(reader);
    }
  }

  /** Reads one stream to its end. Returns the number of bytes. */
  long readWhole(String mediaType) {
    return chunks(mediaType).reduce(0L, Long::sum).blockOptional().orElseThrow();
  }

  /** Returns the number of bytes received so far. */
  long bytes() {
    return bytes.get();
  }

  @Override
  public void close() {
    open.forEach(Disposable::dispose);
    connections.disposeLater().block();
    loops.disposeLater(Duration.ZERO, CLOSING).block();
  }

  private Flux<Integer> chunks(String mediaType) {
    return Flux.defer(() -> client
        .headers(headers -> {
          headers.set(HttpHeaderNames.ACCEPT, mediaType);
          RestSignature.sign(headers, PATH);
          headers.set(
              HttpHeaderNames.ACCEPT_ENCODING,
              scenario.isGzip() ? HttpHeaderValues.GZIP : HttpHeaderValues.IDENTITY);
        })
        .get()
        .uri(PATH)
        .response((response, body) -> {
          if (!response.status().equals(HttpResponseStatus.OK)) {
            throw new IllegalStateException(
                "The server refused a stream. status=" + response.status());
          }
          return body.map(ByteBuf::readableBytes);
        }));
  }

  /** Requests as the scenario says. */
  private final class Reader extends BaseSubscriber<Integer> {

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      switch (scenario.reader()) {
        case FAST -> subscription.request(Long.MAX_VALUE);
        case SLOW -> subscription.request(1);
        case UNREAD -> subscription.request(1); // starts the stream
      }
    }

    @Override
    protected void hookOnNext(Integer length) {
      bytes.addAndGet(length);
      if (scenario.reader() == Scenario.Reader.SLOW) {
        var unused = Schedulers.parallel()
            .schedule(() -> request(1), SLOW.toMillis(), TimeUnit.MILLISECONDS);
      }
    }

    @Override
    protected void hookOnError(Throwable failure) {
      System.err.println("stream failed scenario=" + scenario + " failure=" + failure);
    }
  }
}
