package io.weir.perf.load;

import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/** Decides when operations begin. */
public sealed interface Pace permits ClosedLoop, OpenLoop {

  /**
   * Runs operations and counts them, from subscription until {@code stopped}. Completes when all begun operations have ended.
   * Cancellation leaves operations in flight alone.
   */
  Mono<Void> run(OperationRunner operations, BooleanSupplier stopped);

  /** Returns a description for results. */
  String describe();
}
