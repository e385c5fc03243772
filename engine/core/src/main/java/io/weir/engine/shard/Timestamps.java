package io.weir.engine.shard;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.index.Present;
import java.time.Clock;

/**
 * Assigns the Timestamps of one shard: the clock's ticks, always greater than the last Timestamp,
 * so each version of an entity has its own.
 *
 * <p>Owner: shard loop.
 *
 * <p>When the clock jumps back, each command gets the last Timestamp plus one tick, also across
 * restarts. Order and ETags stay correct, and the Timestamps are ahead of the time until the clock
 * has caught up. A clock that is later than {@link #LATEST_FROM_CLOCK} is read as that instant.
 * Even after a very wrong clock, more ticks remain than any store will use.
 */
final class Timestamps {

  /**
   * In the year 9771, 2^56 ticks before the last Timestamp: enough for a million commands per
   * second for 2,000 years.
   */
  static final long LATEST_FROM_CLOCK = EdmDateTime.MAX_TICKS - (1L << 56);

  private final Clock clock;
  private long last;
  private long present;

  /** Continues above {@code last}, the highest Timestamp that the shard ever assigned. */
  Timestamps(Clock clock, long last) {
    this.clock = clock;
    this.last = last;
  }

  long next() {
    last = upcoming();
    return last;
  }

  long last() {
    return last;
  }

  /** Reads the clock and returns the Timestamp that {@link #next} would assign. */
  long upcoming() {
    present = Present.ticks(clock);
    return Math.max(last + 1, Math.min(present, LATEST_FROM_CLOCK));
  }

  /**
   * Returns the clock's time when it was last read, in ticks. It is earlier than the last Timestamp
   * after the clock was set back.
   */
  long present() {
    return present;
  }

  /** Takes back those after {@code earlier}, which nobody has seen. */
  void takeBack(long earlier) {
    assert earlier <= last;
    last = earlier;
  }

  /** Assigns no Timestamp any more that is not later than this one, which another node knows. */
  void seen(long ticks) {
    last = Math.max(last, ticks);
  }

  /**
   * Assigns no Timestamp any more that is not later than the present, nor than a given one. Returns
   * the latest that is not assigned any more.
   */
  long close(long atLeast) {
    present = Present.ticks(clock);
    seen(Math.max(atLeast, Math.min(present, LATEST_FROM_CLOCK)));
    return last;
  }

  /** Whether a Timestamp may still be assigned. */
  boolean isOpen(long ticks) {
    return ticks > last;
  }

  /** Notes a Timestamp that was assigned for several shards. It is at least {@link #upcoming()}. */
  void assigned(long jointTicks) {
    assert jointTicks > last;
    last = jointTicks;
  }
}
