package io.weir.perf.workload;

import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/** Decides when operations begin. */
public sealed interface Pace permits ClosedLoop, OneByOne, OpenLoop {

  /**
   * Runs operations and counts them, from subscription until {@code stopped}. Completes when all
   * begun operations have ended. Cancellation leaves operations in flight alone.
   */
  Mono<Void> run(OperationRunner operations, BooleanSupplier stopped);

  /** Returns the number of clients that wait for each answer; 0 if none does. */
  default int clients() {
    return 0;
  }

  /** Returns the operations that begin in a second; 0 if the answers decide. */
  default double perSecond() {
    return 0;
  }

  /** Returns a description for results. */
  String describe();
}
