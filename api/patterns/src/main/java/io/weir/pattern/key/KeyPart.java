package io.weir.pattern.key;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;
import java.util.UUID;

/**
 * The textual form of values of one type inside a key. The texts sort by UTF-16 unit as the values
 * do, and each text can be read back.
 *
 * <p>All parts except {@link #TEXT} have a fixed width. Any thread.
 *
 * @param <T> the values; their natural order is the order of the texts, unless the part says
 *     otherwise
 */
public interface KeyPart<T> {

  /** Text, unchanged. */
  KeyPart<String> TEXT = new TextPart();

  /**
   * Any int in 11 digits: {@code 10000000042} for 42; the first digit is 0 for a negative number.
   */
  KeyPart<Integer> INT32 = new SignedPart(10, Integer.MIN_VALUE, Integer.MAX_VALUE)
      .mapped(Long::intValue, Integer::longValue);

  /** Any long in 20 digits; the first digit is 0 for a negative number. */
  KeyPart<Long> INT64 = new SignedPart(19, Long.MIN_VALUE, Long.MAX_VALUE);

  /**
   * A time as the ticks of {@link EdmDateTime} in 19 digits, the oldest first. Truncated to 100 ns.
   */
  KeyPart<Instant> OLDEST_FIRST =
      new DigitsPart(19, EdmDateTime.MAX_TICKS).mapped(KeyPart::instant, KeyPart::ticks);

  /**
   * A time as the ticks until the end of the year 9999, in 19 digits, the newest first: the first
   * page of a query is the tail of a log. Truncated to 100 ns.
   */
  KeyPart<Instant> NEWEST_FIRST = new DigitsPart(19, EdmDateTime.MAX_TICKS)
      .mapped(
          left -> instant(EdmDateTime.MAX_TICKS - left), at -> EdmDateTime.MAX_TICKS - ticks(at));

  /**
   * A UUID in its usual 36 characters, sorted as an unsigned number; {@link UUID#compareTo} sorts
   * otherwise.
   */
  KeyPart<UUID> GUID = new GuidPart();

  /**
   * A non-negative number with leading zeros: {@code 000042} for 42 in six digits.
   *
   * <p>Fails with {@link IllegalArgumentException} for a width other than 1 to 18.
   */
  static KeyPart<Long> digits(int width) {
    if (width < 1 || width > 18) {
      throw new IllegalArgumentException("A key part has 1 to 18 digits. width=" + width);
    }
    var most = 9L;
    for (var i = 1; i < width; i++) {
      most = most * 10 + 9;
    }
    return new DigitsPart(width, most);
  }

  /**
   * Returns the text of a value. Fails with {@code OutOfRangeInput} for a value that this part
   * cannot represent.
   */
  String write(T value);

  /**
   * Returns the value of a text. Fails with {@code InvalidInput} for a text that {@link #write}
   * does not produce.
   */
  T read(String text);

  private static Instant instant(long ticks) {
    return new EdmDateTime(ticks).toInstant();
  }

  private static long ticks(Instant moment) {
    return EdmDateTime.of(moment).ticks();
  }
}
