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
 * Gives up on a service that owes something and says nothing.
 *
 * <p>A timeout for each item would also strike a subscriber that takes its time. Here the clock runs only while the subscriber has
 * asked for more than it got, and the service owes something by its {@link OutstandingAnswer}. One timer looks at all requests, so that each costs
 * an entry in a set and not a task of its own; it looks four times in the time allowed, and is late by as much at most.
 *
 * <p>deliberate: one delay after another, not a task that repeats. To cancel the latter waits for the scheduler's lock in a place where
 * Reactor does not expect it, and a client may be closed on a loop.
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

  /** Begins to look; the clock is the one by which debts are told. */
  static SilenceWatch start(Duration allowed, LongSupplier nanoTime) {
    return new SilenceWatch(allowed, nanoTime);
  }

  /** The same, but failing with {@link java.util.concurrent.TimeoutException} after silence. Passes demand on as it is. */
  <T> Flux<T> guard(Flux<T> source, OutstandingAnswer outstanding) {
    return source
        .hide() // items that are fused would pass it by
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
