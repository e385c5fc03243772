package io.weir.client;

import io.weir.api.edm.EdmDateTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What the service last said that time it is, which its clock has not been before since.
 *
 * <p>Any thread: kept as text, for it is looked at rarely and comes with every answer.
 */
final class ServiceTime {

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.US);

  /** Written by the loops of connections, read by writes: any of them is a time that had come. */
  private volatile String latest = "";

  /** Takes notice of the {@code Date} of an answer; empty for none. */
  void heard(String date) {
    if (!date.isEmpty()) {
      latest = date;
    }
  }

  /** As a Timestamp; the smallest value as long as nothing was heard. */
  long latestTicks() {
    try {
      return latest.isEmpty()
          ? Long.MIN_VALUE
          : EdmDateTime.of(HTTP_DATE.parse(latest, Instant::from)).ticks();
    } catch (DateTimeException e) {
      return Long.MIN_VALUE;
    }
  }
}
