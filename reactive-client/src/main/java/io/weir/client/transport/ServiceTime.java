package io.weir.client.transport;

import io.weir.api.edm.EdmDateTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What the service last said that time it is, which its clock has not been before since.
 *
 * <p>Any thread. It comes with every answer and is asked for by every write, but is another only once a second: so it is read when it
 * changes.
 */
final class ServiceTime {

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.US);

  /** Written by the loops of connections, read by writes: any of them is a time that had come. */
  private volatile Heard latest = new Heard("", Long.MIN_VALUE);

  /** Takes notice of the {@code Date} of an answer; empty for none. */
  void heard(String date) {
    if (!date.isEmpty() && !date.equals(latest.date)) {
      latest = new Heard(date, ticks(date));
    }
  }

  /** As a Timestamp; the smallest value as long as nothing was heard. */
  long latestTicks() {
    return latest.ticks;
  }

  /** The smallest value where it cannot be read: nothing is known then. */
  private static long ticks(String date) {
    try {
      return EdmDateTime.of(HTTP_DATE.parse(date, Instant::from)).ticks();
    } catch (DateTimeException e) {
      return Long.MIN_VALUE;
    }
  }

  private record Heard(String date, long ticks) {}
}
