package io.weir.engine.shard;

import io.weir.api.edm.EdmDateTime;
import java.time.Clock;
import java.time.Instant;

/**
 * Timestamps of one shard: the clock's ticks, but always more than the last, so that every version of an entity has its own.
 *
 * <p>Owner: shard loop.
 *
 * <p>A clock that jumps back is waited for by counting on, one tick a command, also across restarts: order and ETags hold, and the
 * Timestamps are ahead of the time until the clock has caught up. A clock that claims to be later than {@link #LATEST_FROM_CLOCK} is
 * taken to say that; so however wrong it was, there are more ticks left to count on than any store will use.
 */
final class Timestamps {

  /** In the year 9771: 2^56 ticks before the last that can be written, enough for a million commands a second for 2,000 years. */
  static final long LATEST_FROM_CLOCK = EdmDateTime.MAX_TICKS - (1L << 56);

  private static final Instant EARLIEST = new EdmDateTime(0).toInstant();
  private static final Instant LATEST = new EdmDateTime(LATEST_FROM_CLOCK).toInstant();

  private final Clock clock;
  private long last;

  /** Goes on above {@code last}, the highest Timestamp that the shard ever gave. */
  Timestamps(Clock clock, long last) {
    this.clock = clock;
    this.last = last;
  }

  long next() {
    last = Math.max(last + 1, ticks(clock.instant()));
    return last;
  }

  long last() {
    return last;
  }

  private static long ticks(Instant now) {
    if (now.isBefore(EARLIEST)) {
      return 0;
    }
    return now.isAfter(LATEST) ? LATEST_FROM_CLOCK : EdmDateTime.of(now).ticks();
  }
}
