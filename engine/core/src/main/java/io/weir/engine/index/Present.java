package io.weir.engine.index;

import io.weir.api.edm.EdmDateTime;
import java.time.Clock;
import java.time.Instant;

/** The present in ticks of 100 ns since the year 1601. Any thread. */
public final class Present {

  private static final Instant EARLIEST = new EdmDateTime(0).toInstant();
  private static final Instant LATEST = new EdmDateTime(EdmDateTime.MAX_TICKS).toInstant();

  private Present() {}

  /** Returns the clock's time; the nearest DateTime for a clock outside their range. */
  public static long ticks(Clock clock) {
    var now = clock.instant();
    if (now.isBefore(EARLIEST)) {
      return 0;
    }
    return now.isAfter(LATEST) ? EdmDateTime.MAX_TICKS : EdmDateTime.of(now).ticks();
  }
}
