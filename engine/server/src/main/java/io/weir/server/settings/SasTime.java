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

/** A moment as signatures and policies write it; UTC where no offset stands. */
public final class SasTime {

  /** {@code 2026-11-21}, {@code 2026-11-21T10:00Z}, {@code 2026-11-21T10:00:00.0000000+01:00}. */
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

  /** Empty when the text is none. */
  public static Optional<Instant> parse(String text) {
    try {
      var best = FORMS.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
      if (best instanceof OffsetDateTime moment) {
        return Optional.of(moment.toInstant());
      }
      var local = best instanceof LocalDateTime moment ? moment : ((LocalDate) best).atStartOfDay();
      return Optional.of(local.toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** As the service tells it: in UTC, with seven digits behind the second. */
  static String text(Instant moment) {
    return SEVEN_DIGITS.format(moment);
  }
}
