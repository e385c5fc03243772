package io.weir.pattern.view;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Texts that sort as values do: numbers of all types by their value, then DateTimes.
 *
 * <pre>
 * n HHHHHHHHHHHHHHHH RRRR   a number: the nearest Double, with its bits in order, and the difference of an Int64 to it, plus 8000
 * t HHHHHHHHHHHHHHHH        a DateTime: its ticks
 * </pre>
 *
 * <p>deliberate: a Double rounds some Int64, so the Double alone would make different numbers
 * equal. The difference is at most 1,024.
 */
final class ValueOrder implements EdmValue.Handler<Optional<String>> {

  private static final ValueOrder ORDER = new ValueOrder();
  private static final HexFormat HEX = HexFormat.of();
  private static final int NO_DIFFERENCE = 0x8000;
  private static final int HEX_DIGITS = 16;

  private ValueOrder() {}

  /**
   * Returns the text of a value. Empty for a value that has no place in the order: another type, or
   * not a number.
   */
  static Optional<String> of(EdmValue value) {
    return value.dispatch(ORDER);
  }

  /** Returns a text that sorts in the opposite direction. */
  static String inverted(String order) {
    var text = new StringBuilder(order.length()).append(order.charAt(0) == 'n' ? 't' : 'n');
    for (var i = 1; i < order.length(); i++) {
      text.append(HEX.toLowHexDigit(HEX_DIGITS - 1 - HexFormat.fromHexDigit(order.charAt(i))));
    }
    return text.toString();
  }

  private static Optional<String> number(double nearest, int difference) {
    var bits = Double.doubleToLongBits(nearest);
    var ordered = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    return Optional.of(
        "n" + HEX.toHexDigits(ordered) + HEX.toHexDigits((short) (difference + NO_DIFFERENCE)));
  }

  private static Optional<String> integer(long value) {
    var nearest = (double) value;
    return number(
        nearest, new BigDecimal(value).subtract(new BigDecimal(nearest)).intValueExact());
  }

  @Override
  public Optional<String> int32(EdmInt32 value) {
    return integer(value.value());
  }

  @Override
  public Optional<String> int64(EdmInt64 value) {
    return integer(value.value());
  }

  @Override
  public Optional<String> float64(EdmDouble value) {
    // deliberate: adding zero turns -0.0 into 0.0, which is equal to it as a number
    return Double.isNaN(value.value()) ? Optional.empty() : number(value.value() + 0.0, 0);
  }

  @Override
  public Optional<String> dateTime(EdmDateTime value) {
    return Optional.of("t" + HEX.toHexDigits(value.ticks()));
  }

  @Override
  public Optional<String> string(EdmString value) {
    return Optional.empty();
  }

  @Override
  public Optional<String> bool(EdmBoolean value) {
    return Optional.empty();
  }

  @Override
  public Optional<String> guid(EdmGuid value) {
    return Optional.empty();
  }

  @Override
  public Optional<String> binary(EdmBinary value) {
    return Optional.empty();
  }
}
