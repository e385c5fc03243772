package io.weir.engine.queue;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.queue.Message;
import java.time.Duration;
import java.time.Instant;

/** Conversion between the ticks of entries and the times of the contract. */
final class Ticks {

  static final Duration TICK = Duration.ofNanos(100);

  private Ticks() {}

  /** Returns the moment after a time; the last DateTime at most. */
  static long after(long ticks, Duration time) {
    var most = Duration.ofSeconds((EdmDateTime.MAX_TICKS - ticks) / EdmDateTime.TICKS_PER_SECOND);
    return time.compareTo(most) >= 0 ? EdmDateTime.MAX_TICKS : ticks + time.dividedBy(TICK);
  }

  static Instant instant(long ticks) {
    return ticks >= EdmDateTime.MAX_TICKS ? Message.NEVER : new EdmDateTime(ticks).toInstant();
  }
}
