package io.weir.perf.workload;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import reactor.core.scheduler.Scheduler;

/**
 * The clock and the timers of a load.
 *
 * @param operations timer for the start of operations; it does nothing else
 * @param rounds timer for the end of rounds; it may spend some milliseconds on reading processor
 *     times
 * @param nanos a clock in nanoseconds that agrees with both timers; its origin has no meaning
 */
public record LoadClock(Scheduler operations, Scheduler rounds, LongSupplier nanos) {

  /** Uses the clock of the machine. The caller owns the schedulers. */
  public static LoadClock of(Scheduler operations, Scheduler rounds) {
    return new LoadClock(operations, rounds, System::nanoTime);
  }

  /** Uses the clock of a scheduler that a test moves. */
  public static LoadClock movedBy(Scheduler scheduler) {
    return new LoadClock(scheduler, scheduler, () -> scheduler.now(TimeUnit.NANOSECONDS));
  }

  long now() {
    return nanos.getAsLong();
  }
}
