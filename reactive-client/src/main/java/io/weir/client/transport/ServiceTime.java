package io.weir.client.transport;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.wire.HttpDate;

/**
 * The time that the service told last. Its clock was never earlier since then.
 *
 * <p>Any thread. Every answer carries a time, and every write asks for it, but it changes once a
 * second only; the text is parsed when it changes.
 */
final class ServiceTime {

  /**
   * Written by the loops of connections, read by writes. Each value was the current time at some
   * moment.
   */
  private volatile Heard latest = new Heard("", Long.MIN_VALUE);

  /** Records the {@code Date} header of an answer; empty for none. */
  void heard(String date) {
    if (!date.isEmpty() && !date.equals(latest.date)) {
      latest = new Heard(date, ticks(date));
    }
  }

  /** Returns the time as a Timestamp; the smallest value if the service told none. */
  long latestTicks() {
    return latest.ticks;
  }

  /** Returns the smallest value for an unreadable date, which means that nothing is known. */
  private static long ticks(String date) {
    return HttpDate.read(date).map(moment -> EdmDateTime.of(moment).ticks()).orElse(Long.MIN_VALUE);
  }

  private record Heard(String date, long ticks) {}
}
