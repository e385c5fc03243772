package io.weir.cli.copy;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** How a copy learns what has changed in its source, and repeats it in its target. */
sealed interface SourceChanges permits FeedChanges, SweptChanges {

  /**
   * The end of a round.
   *
   * @param place where the next round begins, as text that a journal keeps
   * @param changes number of changes in it
   */
  record Round(String place, long changes) {}

  /** Returns the present place. */
  Mono<String> begin();

  /** Repeats what has changed since a place, in rounds without end. Fails when the place is of another kind, or its changes are gone. */
  Flux<Round> from(String place);
}
