package io.weir.api.wire;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The form of dates in headers and in documents of the protocol: {@code Sun, 06 Nov 1994 08:49:37
 * GMT}, and the current time in this form. The text of the current time is created once a second.
 *
 * <p>All dates of this form are written here. The day has two digits: some clients cannot read one.
 * Readers accept one digit as well.
 *
 * <p>Source: RFC 9110, section 5.6.7.
 *
 * <p>Any thread. {@code current} publishes an immutable pair. Threads that find it outdated at the
 * same time replace it by equal pairs.
 */
public final class HttpDate {

  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  /** Reads only: it writes days 1 to 9 with one digit. */
  private static final DateTimeFormatter READ = DateTimeFormatter.RFC_1123_DATE_TIME;

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

  /** Returns the text of a moment, in whole seconds. */
  public static String of(Instant moment) {
    return FORMAT.format(moment);
  }

  /** Returns the moment of a text whose day has one or two digits; empty for other text. */
  public static Optional<Instant> read(String text) {
    try {
      return Optional.of(READ.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private record Second(long epochSecond, String text) {
    static Second of(long epochSecond) {
      return new Second(epochSecond, HttpDate.of(Instant.ofEpochSecond(epochSecond)));
    }
  }
}
