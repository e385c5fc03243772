package io.weir.cli.copy;

import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** How a copy learns what has changed in its source, and repeats it in its target. */
sealed interface SourceChanges permits FeedChanges, SweptChanges {

  /** Returns the present place, as text that a journal keeps. */
  Mono<String> begin();

  /**
   * Repeats what has changed since a place, in rounds without end. Emits the number of changes of
   * each round, when the place after it is noted. Fails when the place is of another kind, or its
   * changes are gone.
   */
  Flux<Long> from(String place, Function<String, Mono<Void>> note);
}
