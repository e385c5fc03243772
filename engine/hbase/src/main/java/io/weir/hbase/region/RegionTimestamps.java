package io.weir.hbase.region;

import io.weir.api.edm.EdmDateTime;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns the Timestamps of one region: the clock's ticks, always greater than the last Timestamp.
 *
 * <p>When the clock is behind, each request gets the last Timestamp plus one tick. A clock that is
 * later than {@link #LATEST_FROM_CLOCK} is read as that instant, so that a very wrong clock does
 * not use up the ticks. Any thread.
 */
final class RegionTimestamps {

  /**
   * 2^56 ticks before the last Timestamp: enough for a million requests per second for 2,000 years.
   */
  static final long LATEST_FROM_CLOCK = EdmDateTime.MAX_TICKS - (1L << 56);

  private static final Instant LATEST = new EdmDateTime(LATEST_FROM_CLOCK).toInstant();

  private final Clock clock;
  private final AtomicLong last = new AtomicLong();

  RegionTimestamps(Clock clock) {
    this.clock = clock;
  }

  /** Lets all further Timestamps be greater than this one. */
  void continueAfter(long ticks) {
    last.accumulateAndGet(ticks, Math::max);
  }

  /**
   * Returns the Timestamp of a request, in ticks. The caller holds the locks of all rows that it
   * writes.
   */
  long next() {
    var present = presentTicks();
    return last.updateAndGet(before -> Math.max(before + 1, present));
  }

  /** Returns the clock's milliseconds since 1970, the unit by which HBase lets cells expire. */
  long presentMillis() {
    return clock.millis();
  }

  private long presentTicks() {
    var now = clock.instant();
    return now.isAfter(LATEST) ? LATEST_FROM_CLOCK : EdmDateTime.of(now).ticks();
  }
}
