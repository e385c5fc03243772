package io.weir.cli.queue;

import io.weir.api.queue.Delivery;
import io.weir.cli.terminal.Terminal;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Prints messages as they come, and deletes each after it is printed.
 *
 * <p>One message at a time is requested, so a stop at any moment leaves at most one message hidden
 * from others. A message is deleted only after the output has accepted its line: a stop between the
 * two has it printed again later, and no stop loses it.
 *
 * <p>The caller's thread waits. Printing happens on a thread that may block.
 */
record PrintedReception(Terminal terminal) {

  private static final int ONE_AT_A_TIME = 0;

  /** Prints until the stream fails, the output is closed, or the thread is interrupted. */
  void through(Flux<Delivery> deliveries) {
    try {
      deliveries
          .concatMap(this::settled, ONE_AT_A_TIME)
          .takeWhile(printed -> printed)
          .then()
          .block();
    } catch (RuntimeException e) {
      // an interruption is how this command is asked to end, so it is no failure
      if (!(Exceptions.unwrap(e) instanceof InterruptedException)) {
        throw e;
      }
    }
  }

  /** Signals whether the output has accepted the message, after it is deleted or given back. */
  private Mono<Boolean> settled(Delivery delivery) {
    return Mono.fromCallable(() -> isPrinted(delivery))
        .subscribeOn(Schedulers.boundedElastic())
        .delayUntil(printed -> printed ? delivery.acknowledge() : delivery.abandon());
  }

  private boolean isPrinted(Delivery delivery) {
    terminal.say(delivery.text());
    return !terminal.out().checkError();
  }
}
