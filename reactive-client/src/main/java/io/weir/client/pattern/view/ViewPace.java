package io.weir.client.pattern.view;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/**
 * Decides when a place without changes is stored and the named consumer is moved: at the first checkpoint after changes, and then once in an
 * interval. Belongs to one follower; its signals are serial.
 */
final class ViewPace {

  private final Scheduler timers;
  private final Duration interval;
  private long movedAt;
  private boolean hasChanged;

  ViewPace(Scheduler timers, Duration interval) {
    this.timers = timers;
    this.interval = interval;
    this.movedAt = now();
  }

  /** Changes were applied. */
  void changed() {
    hasChanged = true;
  }

  /** Whether a checkpoint without changes is to be stored. */
  boolean isDue() {
    return hasChanged || isLate();
  }

  /** Whether the consumer was not moved for an interval. */
  boolean isLate() {
    return now() - movedAt >= interval.toNanos();
  }

  /** The consumer was moved to the stored place. */
  void moved() {
    hasChanged = false;
    movedAt = now();
  }

  private long now() {
    return timers.now(TimeUnit.NANOSECONDS);
  }
}
