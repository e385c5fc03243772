package io.weir.api.json;

/**
 * A writer of moments as ASCII text into an array: {@code 2020-11-07T01:23:21.0555975Z}, without
 * trailing zeros of the fraction.
 *
 * <p>The text equals {@link io.weir.api.edm.EdmDateTime#toString}, but no objects are created: an
 * answer contains one or two moments for each entity. The calendar follows H. Hinnant,
 * "chrono-Compatible Low-Level Date Algorithms", {@code civil_from_days}.
 */
public final class TickText {

  /** Longest text, in bytes. */
  public static final int LONGEST = 28;

  private static final long TICKS_PER_SECOND = 10_000_000L;
  private static final long SECONDS_PER_DAY = 86_400L;
  private static final int DAYS_PER_ERA = 146_097;
  /**
   * Days from 0000-03-01, the beginning of the algorithm's eras, to 1601-01-01, the beginning of
   * ticks.
   */
  private static final int DAYS_TO_1601 = 584_694;

  private TickText() {}

  /**
   * Writes the text at {@code at} and returns the offset after it. The array must have room for
   * {@link #LONGEST} bytes.
   */
  public static int write(long ticks, byte[] out, int at) {
    var seconds = ticks / TICKS_PER_SECOND;
    var next = date((int) (seconds / SECONDS_PER_DAY), out, at);
    out[next++] = 'T';
    next = time((int) (seconds % SECONDS_PER_DAY), out, next);
    next = fraction((int) (ticks % TICKS_PER_SECOND), out, next);
    out[next++] = 'Z';
    return next;
  }

  private static int date(int daysSince1601, byte[] out, int at) {
    var days = daysSince1601 + DAYS_TO_1601;
    var era = days / DAYS_PER_ERA;
    var dayOfEra = days % DAYS_PER_ERA;
    var yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    var dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    var monthFromMarch = (5 * dayOfYear + 2) / 153;
    var day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    var month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    var year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    var next = digits(year, 4, out, at);
    out[next++] = '-';
    next = digits(month, 2, out, next);
    out[next++] = '-';
    return digits(day, 2, out, next);
  }

  private static int time(int secondOfDay, byte[] out, int at) {
    var next = digits(secondOfDay / 3600, 2, out, at);
    out[next++] = ':';
    next = digits(secondOfDay / 60 % 60, 2, out, next);
    out[next++] = ':';
    return digits(secondOfDay % 60, 2, out, next);
  }

  private static int fraction(int ticks, byte[] out, int at) {
    if (ticks == 0) {
      return at;
    }
    var value = ticks;
    var width = 7;
    while (value % 10 == 0) {
      value /= 10;
      width--;
    }
    out[at] = '.';
    return digits(value, width, out, at + 1);
  }

  private static int digits(int value, int width, byte[] out, int at) {
    var rest = value;
    for (var i = at + width - 1; i >= at; i--) {
      out[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return at + width;
  }
}
