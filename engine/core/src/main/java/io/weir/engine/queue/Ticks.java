package io.weir.engine.queue;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.queue.Message;
import java.time.Duration;
import java.time.Instant;

/** Conversion between the ticks of entries and the times of the contract. */
final class Ticks {

  private static final long NANOS = 100;

  private Ticks() {}

  /** Returns the moment after a time; the last DateTime at most. */
  static long after(long ticks, Duration time) {
    var seconds = time.toSeconds();
    var most = (EdmDateTime.MAX_TICKS - ticks) / EdmDateTime.TICKS_PER_SECOND;
    return seconds >= most
        ? EdmDateTime.MAX_TICKS
        : ticks + seconds * EdmDateTime.TICKS_PER_SECOND + time.getNano() / NANOS;
  }

  static Instant instant(long ticks) {
    return ticks >= EdmDateTime.MAX_TICKS ? Message.NEVER : new EdmDateTime(ticks).toInstant();
  }
}
