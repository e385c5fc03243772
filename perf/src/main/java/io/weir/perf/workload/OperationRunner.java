package io.weir.perf.workload;

import reactor.core.publisher.Mono;

/**
 * Draws operations, starts them and counts their answers. Belongs to the owner of the draws;
 * answers are counted on any thread.
 */
record OperationRunner(Work work, OperationDraws draws, OperationCounters tally, LoadClock time) {

  /**
   * Starts the next operation. Emits whether it succeeded; never fails.
   *
   * @param dueNanos the time from which its latency counts
   */
  Mono<Boolean> begin(long dueNanos) {
    var drawn = draws.next();
    return begin(drawn, work.carryOut(drawn), dueNanos);
  }

  /** Starts an operation that was built before. */
  Mono<Boolean> begin(DrawnOperation drawn, Mono<Integer> operation, long dueNanos) {
    tally.began();
    return operation
        .map(rows -> answered(rows, dueNanos))
        .switchIfEmpty(Mono.error(EmptyAnswer::new))
        .onErrorResume(this::failed)
        .doFinally(any -> draws.settle(drawn));
  }

  /** Returns a runner with draws of its own for another client. */
  OperationRunner split() {
    return new OperationRunner(work, draws.split(), tally, time);
  }

  private boolean answered(int rows, long dueNanos) {
    tally.answered(rows, time.now() - dueNanos);
    return true;
  }

  private Mono<Boolean> failed(Throwable failure) {
    tally.failed(failure.getClass().getSimpleName());
    return Mono.just(false);
  }

  /** Counts an operation that completed without an answer. */
  private static final class EmptyAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
