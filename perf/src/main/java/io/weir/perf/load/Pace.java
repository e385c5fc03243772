package io.weir.perf.load;

import io.weir.perf.workload.OperationDraws;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/** When operations begin. */
public sealed interface Pace permits ClosedLoop, OpenLoop {

  /**
   * Carries out operations and tells the tally of each, from subscription until it is told to stop; completes when all that began
   * are over. Cancelling it leaves those alone that are under way.
   */
  Mono<Void> run(Work work, OperationDraws draws, OperationCounters tally, LoadClock time, BooleanSupplier stopped);

  /** In words, as results have it. */
  String describe();
}
