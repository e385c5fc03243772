package io.weir.api.edm;

import static java.time.temporal.ChronoField.HOUR_OF_DAY;
import static java.time.temporal.ChronoField.MINUTE_OF_HOUR;
import static java.time.temporal.ChronoField.NANO_OF_SECOND;
import static java.time.temporal.ChronoField.SECOND_OF_MINUTE;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;

/**
 * The text form of date-times, ISO 8601.
 *
 * <p>The common form {@code yyyy-MM-ddTHH:mm:ss[.fffffff]Z} is printed by hand, because it is
 * printed for every entity of every answer. Reading uses {@link DateTimeFormatter}, which knows the
 * calendar.
 */
final class DateTimeText {

  private static final DateTimeFormatter READER = new DateTimeFormatterBuilder()
      .append(DateTimeFormatter.ISO_LOCAL_DATE)
      .optionalStart()
      .appendLiteral('T')
      .appendValue(HOUR_OF_DAY, 2)
      .appendLiteral(':')
      .appendValue(MINUTE_OF_HOUR, 2)
      .optionalStart()
      .appendLiteral(':')
      .appendValue(SECOND_OF_MINUTE, 2)
      .optionalStart()
      .appendFraction(NANO_OF_SECOND, 0, 9, true)
      .optionalEnd()
      .optionalEnd()
      .optionalEnd()
      .optionalStart()
      .appendOffset("+HH:MM", "Z")
      .optionalEnd()
      .parseDefaulting(HOUR_OF_DAY, 0)
      .parseDefaulting(MINUTE_OF_HOUR, 0)
      .toFormatter()
      .withResolverStyle(ResolverStyle.STRICT);

  private static final int LONGEST = "9999-12-31T23:59:59.9999999Z".length();

  private static final int LONGEST_SHOWN = 64;

  private DateTimeText() {}

  static EdmDateTime parse(String text) {
    try {
      var parsed =
          READER.parseBest(text.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
      var moment = parsed instanceof OffsetDateTime withOffset
          ? withOffset.toInstant()
          : ((LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
      return EdmDateTime.of(moment);
    } catch (DateTimeException e) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "expected=Edm.DateTime value="
              + text.substring(0, Math.min(text.length(), LONGEST_SHOWN)));
    }
  }

  static String print(EdmDateTime value) {
    var time = LocalDateTime.ofInstant(value.toInstant(), ZoneOffset.UTC);
    var out = new StringBuilder(LONGEST);
    digits(out, time.getYear(), 4);
    digits(out.append('-'), time.getMonthValue(), 2);
    digits(out.append('-'), time.getDayOfMonth(), 2);
    digits(out.append('T'), time.getHour(), 2);
    digits(out.append(':'), time.getMinute(), 2);
    digits(out.append(':'), time.getSecond(), 2);
    fraction(out, (int) (value.ticks() % EdmDateTime.TICKS_PER_SECOND));
    return out.append('Z').toString();
  }

  private static void fraction(StringBuilder out, int ticks) {
    if (ticks == 0) {
      return;
    }
    var width = 7;
    while (ticks % 10 == 0) {
      ticks /= 10;
      width--;
    }
    digits(out.append('.'), ticks, width);
  }

  private static void digits(StringBuilder out, int value, int width) {
    var start = out.length();
    for (var i = 0; i < width; i++) {
      out.append('0');
    }
    for (var i = start + width - 1; i >= start; i--) {
      out.setCharAt(i, (char) ('0' + value % 10));
      value /= 10;
    }
  }
}
