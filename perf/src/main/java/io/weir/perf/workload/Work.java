package io.weir.perf.workload;

import reactor.core.publisher.Mono;

/** Carries out drawn operations. Any thread. */
@FunctionalInterface
public interface Work {

  /**
   * Carries out one operation on subscription and emits its number of rows. Fails if the answer is
   * wrong. Never blocks, and does not answer before the subscription has returned.
   */
  Mono<Integer> carryOut(DrawnOperation drawn);
}
