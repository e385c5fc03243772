package io.weir.server.settings;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Optional;

/**
 * Parses and formats a time as shared access signatures and policies write it. A time without an
 * offset is in UTC.
 */
public final class SasTime {

  /**
   * Accepts {@code 2026-11-21}, {@code 2026-11-21T10:00Z},
   * {@code 2026-11-21T10:00:00.0000000+01:00}.
   */
  private static final DateTimeFormatter FORMS = new DateTimeFormatterBuilder()
      .append(DateTimeFormatter.ISO_LOCAL_DATE)
      .optionalStart()
      .appendLiteral('T')
      .appendPattern("HH:mm")
      .optionalStart()
      .appendPattern(":ss")
      .optionalStart()
      .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
      .optionalEnd()
      .optionalEnd()
      .optionalEnd()
      .optionalStart()
      .appendOffsetId()
      .optionalEnd()
      .toFormatter();

  private static final DateTimeFormatter SEVEN_DIGITS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private SasTime() {}

  /** Returns the instant; empty if the text is not a time. */
  public static Optional<Instant> parse(String text) {
    try {
      var best = FORMS.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
      if (best instanceof OffsetDateTime time) {
        return Optional.of(time.toInstant());
      }
      var local = best instanceof LocalDateTime time ? time : ((LocalDate) best).atStartOfDay();
      return Optional.of(local.toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Formats an instant in UTC with seven fractional digits, as the service does. */
  static String text(Instant time) {
    return SEVEN_DIGITS.format(time);
  }
}
