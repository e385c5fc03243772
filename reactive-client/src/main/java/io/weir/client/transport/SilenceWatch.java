package io.weir.client.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * Fails requests whose service owes an answer and sends nothing.
 *
 * <p>A timeout for each item would also hit a slow subscriber. This clock runs only while the
 * subscriber has requested more than it got, and while the service owes an answer
 * ({@link OutstandingAnswer}). One timer checks all requests, so a request costs an entry in a set
 * instead of a task. The timer checks four times in the allowed silence, so it is at most a quarter
 * late.
 *
 * <p>deliberate: the timer is a chain of delays, not a periodic task. Cancelling a periodic task
 * takes the scheduler's lock where Reactor does not expect it, and a client may be closed on a
 * loop.
 *
 * <p>Any thread. The timer runs on Reactor's parallel scheduler.
 */
final class SilenceWatch {

  private static final int LOOKS = 4;

  private final long allowedNanos;
  private final LongSupplier nanoTime;
  private final Set<SilenceStage<?>> watched = ConcurrentHashMap.newKeySet();
  private final Disposable timer;

  private SilenceWatch(Duration allowed, LongSupplier nanoTime) {
    this.allowedNanos = allowed.toNanos();
    this.nanoTime = nanoTime;
    var period = Duration.ofNanos(Math.max(1, allowedNanos / LOOKS));
    this.timer = Mono.delay(period).doOnNext(now -> look()).repeat().subscribe();
  }

  /** Starts the timer. The clock must be the one that {@link OutstandingAnswer} uses. */
  static SilenceWatch start(Duration allowed, LongSupplier nanoTime) {
    return new SilenceWatch(allowed, nanoTime);
  }

  /**
   * Passes the source on, but fails with {@link java.util.concurrent.TimeoutException} after
   * silence. Demand passes unchanged.
   */
  <T> Flux<T> guard(Flux<T> source, OutstandingAnswer outstanding) {
    return source
        .hide() // fused items would bypass the stage
        .transform(Operators.<T, T>liftPublisher((publisher, downstream) ->
            new SilenceStage<>(downstream, watched, outstanding, nanoTime)));
  }

  void close() {
    timer.dispose();
  }

  private void look() {
    var now = nanoTime.getAsLong();
    for (var subscriber : watched) {
      subscriber.giveUpIfSilentSince(now - allowedNanos);
    }
  }
}
