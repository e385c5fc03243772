package io.weir.perf.service;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.weir.api.wire.Dialect;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.target.HttpConnections;
import io.weir.perf.target.StreamBody;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.Round;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.HttpProtocol;

/**
 * Streams of the whole table, all on one thread, which discards their bytes. Belongs to one thread,
 * which waits; closing ends the streams.
 */
final class ReadStreams implements Disturbance.Running {

  private static final double MIB = 1 << 20;
  private static final double NANOS_A_SECOND = 1e9;
  private static final int STREAMS_A_CONNECTION = 50;
  private static final Duration SLOW = Duration.ofMillis(100);

  private final HttpConnections connections;
  private final StreamBody body;
  private final StreamKind scenario;
  private final List<Disposable> open = new CopyOnWriteArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  /** Written by the timer that begins the streams, read by the thread that measures beside them. */
  private volatile long begunNanos = System.nanoTime();

  ReadStreams(int port, StreamKind scenario) {
    this.scenario = scenario;
    this.connections = scenario.isHttp2()
        ? HttpConnections.open(
            port, HttpProtocol.H2C, Math.max(1, scenario.streams() / STREAMS_A_CONNECTION), 1)
        : HttpConnections.open(port, HttpProtocol.HTTP11, scenario.streams(), 1);
    this.body = new StreamBody(connections.client(), DataSet.TABLE.toString());
  }

  /** Begins all streams at once, after a while. Does not block. */
  ReadStreams beginAfter(Duration pause) {
    open.add(Mono.delay(pause).subscribe(any -> begin()));
    return this;
  }

  private void begin() {
    begunNanos = System.nanoTime();
    for (var i = 0; i < scenario.streams(); i++) {
      var reader = new Reader();
      open.add(reader);
      chunks(Dialect.NDJSON).repeat().subscribe(reader);
    }
  }

  /** Reads one stream to its end. Returns the number of bytes. */
  long readWhole(String mediaType) {
    return StreamBody.length(chunks(mediaType));
  }

  /** Adds the rate of the streams since they began. */
  @Override
  public Round seen(Round round) {
    var seconds = (System.nanoTime() - begunNanos) / NANOS_A_SECOND;
    return round.with("streams, MiB a second", bytes.get() / MIB / seconds);
  }

  @Override
  public void close() {
    open.forEach(Disposable::dispose);
    connections.close();
  }

  private Flux<Integer> chunks(String mediaType) {
    var encoding = scenario.isGzip() ? HttpHeaderValues.GZIP : HttpHeaderValues.IDENTITY;
    return body.chunks(
        mediaType, "", headers -> headers.set(HttpHeaderNames.ACCEPT_ENCODING, encoding));
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
      if (scenario.reader() == StreamKind.Reader.SLOW) {
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
