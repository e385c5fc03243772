package io.weir.server.http;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The value of the {@code Date} header, made once a second.
 *
 * <p>Any thread. {@code current} publishes an immutable pair; threads that find it old at the same time replace it by the same.
 */
final class HttpDate {

  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private final Clock clock;
  private volatile Second current;

  HttpDate(Clock clock) {
    this.clock = clock;
    this.current = Second.of(Math.floorDiv(clock.millis(), 1000L));
  }

  String now() {
    var epochSecond = Math.floorDiv(clock.millis(), 1000L);
    var known = current;
    if (known.epochSecond != epochSecond) {
      known = Second.of(epochSecond);
      current = known;
    }
    return known.text;
  }

  private record Second(long epochSecond, String text) {
    static Second of(long epochSecond) {
      return new Second(epochSecond, FORMAT.format(Instant.ofEpochSecond(epochSecond)));
    }
  }
}
