package io.weir.perf.load;

import io.weir.perf.workload.DrawnOperation;
import reactor.core.publisher.Mono;

/** Carries out what was drawn. Any thread. */
@FunctionalInterface
public interface Work {

  /**
   * Carries out one operation when it is subscribed to and answers how many rows it was about; fails where the answer is not the right
   * one. Never waits, and does not answer before the subscription has returned.
   */
  Mono<Integer> carryOut(DrawnOperation drawn);
}
