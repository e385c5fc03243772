package io.weir.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;

/**
 * Gives up on a service that owes something and says nothing.
 *
 * <p>A timeout for each item would also strike a subscriber that takes its time. Here the clock runs only while the subscriber has
 * asked for more than it got. One timer looks at all requests, so that each costs an entry in a set and not a task of its own; it
 * looks four times in the time allowed, and is late by as much at most.
 *
 * <p>Any thread. The timer runs on Reactor's parallel scheduler.
 */
final class SilenceWatch {

  private static final int LOOKS = 4;

  private final long allowedNanos;
  private final Set<GuardedSubscriber<?>> watched = ConcurrentHashMap.newKeySet();
  private final Disposable timer;

  private SilenceWatch(Duration allowed) {
    this.allowedNanos = allowed.toNanos();
    var period = Math.max(1, allowedNanos / LOOKS);
    this.timer = Schedulers.parallel()
        .schedulePeriodically(this::look, period, period, TimeUnit.NANOSECONDS);
  }

  static SilenceWatch start(Duration allowed) {
    return new SilenceWatch(allowed);
  }

  /** The same, but failing with {@link java.util.concurrent.TimeoutException} after silence. Passes demand on as it is. */
  <T> Flux<T> guard(Flux<T> source) {
    return source.transform(Operators.<T, T>liftPublisher(
        (publisher, downstream) -> new GuardedSubscriber<>(downstream, watched)));
  }

  void close() {
    timer.dispose();
  }

  private void look() {
    var now = System.nanoTime();
    for (var subscriber : watched) {
      subscriber.giveUpIfSilentSince(now - allowedNanos);
    }
  }
}
