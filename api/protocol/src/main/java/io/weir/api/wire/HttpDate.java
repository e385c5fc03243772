package io.weir.api.wire;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The current time in the form of HTTP headers: {@code Sun, 06 Nov 1994 08:49:37 GMT}. The text is created once a second.
 *
 * <p>Source: RFC 9110, section 5.6.7.
 *
 * <p>Any thread. {@code current} publishes an immutable pair. Threads that find it outdated at the same time replace it by equal
 * pairs.
 */
public final class HttpDate {

  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private final InstantSource clock;
  private volatile Second current;

  /** Creates a date that reads this clock. */
  public HttpDate(InstantSource clock) {
    this.clock = clock;
    this.current = Second.of(Math.floorDiv(clock.millis(), 1000L));
  }

  /** Returns the text for the current second. */
  public String now() {
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
