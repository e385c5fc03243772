package io.weir.perf.load;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import reactor.core.scheduler.Scheduler;

/**
 * When things happen.
 *
 * @param operations what waits until an operation is due; it is never kept busy by anything else
 * @param rounds what waits until a round is over, and may take some milliseconds for looking at processor times
 * @param nanos a clock in nanoseconds that agrees with both; what it begins at means nothing
 */
public record LoadClock(Scheduler operations, Scheduler rounds, LongSupplier nanos) {

  /** Of the machine. The schedulers stay the caller's. */
  public static LoadClock of(Scheduler operations, Scheduler rounds) {
    return new LoadClock(operations, rounds, System::nanoTime);
  }

  /** The scheduler's own, for one that is moved by hand. */
  public static LoadClock movedBy(Scheduler scheduler) {
    return new LoadClock(scheduler, scheduler, () -> scheduler.now(TimeUnit.NANOSECONDS));
  }

  long now() {
    return nanos.getAsLong();
  }
}
