package io.weir.engine.shard;

import io.weir.api.edm.EdmDateTime;
import java.time.Clock;

/**
 * Timestamps of one shard: the clock's ticks, but always more than the last, so that every version of an entity has its own.
 *
 * <p>Owner: shard loop. A clock that jumps back is waited for by counting on, one tick a command.
 */
final class Timestamps {

  private final Clock clock;
  private long last;

  /** Goes on above {@code last}, the highest Timestamp that the shard ever gave. */
  Timestamps(Clock clock, long last) {
    this.clock = clock;
    this.last = last;
  }

  long next() {
    last = Math.max(last + 1, EdmDateTime.of(clock.instant()).ticks());
    return last;
  }

  /** Takes note of a Timestamp that was given before. */
  void observe(long ticks) {
    last = Math.max(last, ticks);
  }

  long last() {
    return last;
  }
}
