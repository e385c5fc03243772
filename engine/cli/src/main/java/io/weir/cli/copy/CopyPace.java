package io.weir.cli.copy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Bounds the entities a second of a copy, over its whole time. Any thread. */
final class CopyPace {

  private final long mostPerSecond;
  private final Scheduler clock;
  private final long begunNanos;
  private final AtomicLong taken = new AtomicLong();

  /**
   * Begins to count.
   *
   * @param mostPerSecond 0 for no bound
   */
  CopyPace(long mostPerSecond, Scheduler clock) {
    this.mostPerSecond = mostPerSecond;
    this.clock = clock;
    this.begunNanos = clock.now(TimeUnit.NANOSECONDS);
  }

  /** Completes when this many more entities may be stored. */
  Mono<Void> take(int entities) {
    return Mono.defer(() -> {
      var wait = waitNanos(entities);
      return wait <= 0
          ? Mono.empty()
          : Mono.delay(Duration.ofNanos(wait), clock).then();
    });
  }

  private long waitNanos(int entities) {
    if (mostPerSecond == 0) {
      return 0;
    }
    var due = begunNanos + (long) (taken.getAndAdd(entities) * 1e9 / mostPerSecond);
    return due - clock.now(TimeUnit.NANOSECONDS);
  }
}
