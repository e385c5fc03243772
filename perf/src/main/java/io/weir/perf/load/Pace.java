package io.weir.perf.load;

import io.weir.perf.workload.OperationDraws;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/** Decides when operations begin. */
public sealed interface Pace permits ClosedLoop, OpenLoop {

  /**
   * Runs operations and counts them, from subscription until {@code stopped}. Completes when all begun operations have ended.
   * Cancellation leaves operations in flight alone.
   */
  Mono<Void> run(
      Work work,
      OperationDraws draws,
      OperationCounters tally,
      LoadClock time,
      BooleanSupplier stopped);

  /** Returns a description for results. */
  String describe();
}
