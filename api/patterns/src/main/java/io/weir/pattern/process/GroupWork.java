package io.weir.pattern.process;

import reactor.core.publisher.Mono;

/** The work of a lease's owner. */
interface GroupWork {

  /**
   * Goes on from a place and notes the place in it.
   *
   * <p>Completes after {@code stop} has completed and all begun work is done, or when nothing
   * follows because the feed's table is dropped. Cancelling ends all work at once.
   */
  Mono<Void> follow(Progress progress, Mono<Void> stop);
}
