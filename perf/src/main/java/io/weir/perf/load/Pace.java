package io.weir.perf.load;

import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/** When operations begin. */
public sealed interface Pace permits ClosedLoop, OpenLoop {

  /**
   * Carries out operations and tells the tally of each, from subscription until it is told to stop; completes when all that began
   * are over. Cancelling it leaves those alone that are under way.
   */
  Mono<Void> run(Work work, Draws draws, Tally tally, Time time, BooleanSupplier stopped);

  /** In words, as results have it. */
  String describe();
}
