package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * An entity expires when its Timestamp is older than an age. Each write of the entity renews it.
 *
 * @param age from {@link #LEAST} to {@link #MOST}; fails with {@code OutOfRangeInput} otherwise
 */
public record AfterAge(Duration age) implements Expiry {

  public static final Duration LEAST = Duration.ofSeconds(1);

  /** One hundred years of 365 days and a quarter. */
  public static final Duration MOST = Duration.ofDays(36_525);

  public AfterAge {
    if (age.compareTo(LEAST) < 0 || age.compareTo(MOST) > 0) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT, "age=" + age + " from=" + LEAST + " to=" + MOST);
    }
  }

  /**
   * Reads an ISO 8601 duration of days, hours, minutes and seconds, such as {@code P7D} or
   * {@code PT90M}. Fails with {@code InvalidInput} for text of another form: months and years have
   * no fixed length.
   */
  public static AfterAge parse(String text) {
    Duration age;
    try {
      age = Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=isoDuration example=P7D");
    }
    return new AfterAge(age);
  }

  /** Returns the age as text that {@link #parse} reads: whole days as {@code P7D}. */
  public String text() {
    return Duration.ofDays(age.toDays()).equals(age) ? "P" + age.toDays() + "D" : age.toString();
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.afterAge(this);
  }
}
