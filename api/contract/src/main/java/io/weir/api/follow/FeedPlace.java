package io.weir.api.follow;

import io.weir.api.FeedStart;
import io.weir.api.error.ChangesLostException;
import reactor.core.publisher.Mono;

/**
 * Where a follower keeps its place in a feed: a row, a file, a named consumer, or memory. Called by
 * one {@link FeedCursor}, whose signals are serial.
 *
 * <p>An implementation decides when a passed place becomes durable. What was passed since then is
 * applied again after a crash.
 */
@FunctionalInterface
public interface FeedPlace {

  /**
   * Returns where to read on: after the last chunk that was passed, or a later place that somebody
   * else has stored.
   */
  Mono<FeedStart> from();

  /**
   * Notes that a chunk is applied. The default does nothing: the follower has stored the place
   * together with the effect.
   */
  default Mono<Void> passed(FeedChunk chunk) {
    return Mono.empty();
  }

  /** Moves the place to changes that are kept. The default fails with the loss. */
  default Mono<Void> lost(ChangesLostException lost) {
    return Mono.error(lost);
  }
}
