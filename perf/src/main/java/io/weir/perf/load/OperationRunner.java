package io.weir.perf.load;

import io.weir.perf.workload.OperationDraws;
import reactor.core.publisher.Mono;

/** Draws, carries out and counts. Belongs to whoever the draws belong to; answers are counted on any thread. */
record OperationRunner(Work work, OperationDraws draws, OperationCounters tally, LoadClock time) {

  /**
   * The next operation; answers whether it succeeded, and never fails.
   *
   * @param dueNanos what its latency counts from
   */
  Mono<Boolean> begin(long dueNanos) {
    var drawn = draws.next();
    tally.began();
    return work.carryOut(drawn)
        .map(rows -> answered(rows, dueNanos))
        .switchIfEmpty(Mono.error(EmptyAnswer::new))
        .onErrorResume(this::failed)
        .doFinally(any -> draws.settle(drawn));
  }

  private boolean answered(int rows, long dueNanos) {
    tally.answered(rows, time.now() - dueNanos);
    return true;
  }

  private Mono<Boolean> failed(Throwable failure) {
    tally.failed(failure.getClass().getSimpleName());
    return Mono.just(false);
  }

  /** There was no answer where one was wanted. */
  private static final class EmptyAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
