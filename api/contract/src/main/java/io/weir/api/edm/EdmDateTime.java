package io.weir.api.edm;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Instant;

/**
 * A moment in UTC.
 *
 * @param ticks 100 ns units since 1601-01-01T00:00:00Z; from 0 to {@link #MAX_TICKS} (the last tick
 *     of the year 9999)
 */
public record EdmDateTime(long ticks) implements EdmValue, Comparable<EdmDateTime> {

  /** Ticks in a second. */
  public static final long TICKS_PER_SECOND = 10_000_000L;

  /** 9999-12-31T23:59:59.9999999Z. */
  public static final long MAX_TICKS = 2_650_467_743_999_999_999L;

  private static final long NANOS_PER_TICK = 100;
  private static final long SECONDS_FROM_1601_TO_1970 = 11_644_473_600L;

  public EdmDateTime {
    if (ticks < 0 || ticks > MAX_TICKS) {
      throw outOfRange("ticks=" + ticks);
    }
  }

  /**
   * Returns the tick that contains the instant. Fails with {@code OutOfRangeInput} outside the
   * years 1601 to 9999.
   */
  public static EdmDateTime of(Instant instant) {
    var seconds = instant.getEpochSecond() + SECONDS_FROM_1601_TO_1970;
    if (seconds < 0 || seconds > MAX_TICKS / TICKS_PER_SECOND) {
      throw outOfRange("value=" + instant);
    }
    return new EdmDateTime(seconds * TICKS_PER_SECOND + instant.getNano() / NANOS_PER_TICK);
  }

  /**
   * Reads ISO 8601 text: a date, {@code T} or a blank, a time with up to nine digits of a second,
   * and {@code Z}, an offset or nothing (which means UTC). A date without a time is its midnight.
   * Fractions below 100 ns are cut off, because Java's own types print three, six or nine digits,
   * never seven.
   *
   * <p>Fails with {@code InvalidInput} for text of another form, and with {@code OutOfRangeInput}
   * outside the range.
   */
  public static EdmDateTime parse(String text) {
    return DateTimeText.parse(text);
  }

  /** Returns the moment as an instant. */
  public Instant toInstant() {
    return Instant.ofEpochSecond(
        ticks / TICKS_PER_SECOND - SECONDS_FROM_1601_TO_1970,
        ticks % TICKS_PER_SECOND * NANOS_PER_TICK);
  }

  @Override
  public EdmType type() {
    return EdmType.DATE_TIME;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.dateTime(this);
  }

  @Override
  public int compareTo(EdmDateTime other) {
    return Long.compare(ticks, other.ticks);
  }

  /**
   * Returns ISO 8601 text in UTC with up to seven digits of a second, without trailing zeros:
   * {@code 2020-11-07T01:23:21.05Z}.
   */
  @Override
  public String toString() {
    return DateTimeText.print(this);
  }

  private static InvalidRequestException outOfRange(String facts) {
    return new InvalidRequestException(ErrorCode.OUT_OF_RANGE_INPUT, facts);
  }
}
