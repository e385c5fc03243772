package io.weir.cli.copy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/** Tells when nothing has changed for a time. Belongs to one subscription. */
final class IdleWatch {

  private final long idleNanos;
  private final Scheduler clock;
  private long changedNanos;

  /**
   * Begins to watch.
   *
   * @param idle zero for a watch that never ends
   */
  IdleWatch(Duration idle, Scheduler clock) {
    this.idleNanos = idle.toNanos();
    this.clock = clock;
    this.changedNanos = clock.now(TimeUnit.NANOSECONDS);
  }

  /**
   * Notes the end of a round with so many changes. Returns whether nothing has changed for long
   * enough.
   */
  boolean isIdleAfter(long changes) {
    var now = clock.now(TimeUnit.NANOSECONDS);
    if (changes > 0) {
      changedNanos = now;
    }
    return idleNanos > 0 && now - changedNanos >= idleNanos;
  }
}
