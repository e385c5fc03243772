package io.weir.client.key;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;
import java.util.UUID;

/**
 * How values of one type are spelled in a key: the texts sort by UTF-16 unit as the values do, and each is read back as the value
 * it was made from.
 *
 * <p>All parts but {@link #TEXT} are of fixed width. Any thread.
 *
 * @param <T> the values; their natural order is the order of the texts, unless the part says otherwise
 */
public interface KeyPart<T> {

  /** Text as it is. */
  KeyPart<String> TEXT = new TextPart();

  /** Any int in 11 digits: {@code 10000000042} for 42; the first digit is 0 for a negative number. */
  KeyPart<Integer> INT32 = new SignedPart(10, Integer.MIN_VALUE, Integer.MAX_VALUE)
      .mapped(Long::intValue, Integer::longValue);

  /** Any long in 20 digits; the first digit is 0 for a negative number. */
  KeyPart<Long> INT64 = new SignedPart(19, Long.MIN_VALUE, Long.MAX_VALUE);

  /** A moment as the ticks of {@link EdmDateTime} in 19 digits, the oldest first. Less than 100 ns is cut off. */
  KeyPart<Instant> OLDEST_FIRST =
      new DigitsPart(19, EdmDateTime.MAX_TICKS).mapped(KeyPart::instant, KeyPart::ticks);

  /**
   * A moment as the ticks that are left until the year 9999 ends, in 19 digits, so that the newest comes first: a query's first
   * page is the tail of a log. Less than 100 ns is cut off.
   */
  KeyPart<Instant> NEWEST_FIRST = new DigitsPart(19, EdmDateTime.MAX_TICKS)
      .mapped(
          left -> instant(EdmDateTime.MAX_TICKS - left), at -> EdmDateTime.MAX_TICKS - ticks(at));

  /** A UUID in its usual 36 characters; sorted as unsigned numbers are, which is not how {@link UUID} compares itself. */
  KeyPart<UUID> GUID = new GuidPart();

  /**
   * A number that is not negative, filled up with zeros: {@code 000042} for 42 in six digits.
   *
   * <p>Fails with {@link IllegalArgumentException} for a width other than 1 to 18.
   */
  static KeyPart<Long> digits(int width) {
    if (width < 1 || width > 18) {
      throw new IllegalArgumentException("Digits of a key are 1 to 18. width=" + width);
    }
    var most = 9L;
    for (var i = 1; i < width; i++) {
      most = most * 10 + 9;
    }
    return new DigitsPart(width, most);
  }

  /** The value as text. Fails with {@code OutOfRangeInput} for a value that this part cannot spell. */
  String write(T value);

  /** The value that a text was made from. Fails with {@code InvalidInput} for a text that {@link #write} does not make. */
  T read(String text);

  private static Instant instant(long ticks) {
    return new EdmDateTime(ticks).toInstant();
  }

  private static long ticks(Instant moment) {
    return EdmDateTime.of(moment).ticks();
  }
}
