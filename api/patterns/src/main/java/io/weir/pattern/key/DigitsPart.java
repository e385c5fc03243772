package io.weir.pattern.key;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * Numbers from 0 to {@code most} in a fixed number of decimal digits, with leading zeros. Any
 * thread.
 *
 * @param width digits, at least as many as {@code most} has; at most 19
 */
record DigitsPart(int width, long most) implements LongPart {

  @Override
  public String write(Long value) {
    if (value < 0 || value > most) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT, "keyNumber=" + value + " from=0 to=" + most);
    }
    var digits = Long.toString(value);
    return "0".repeat(width - digits.length()) + digits;
  }

  @Override
  public Long read(String text) {
    if (text.length() == width && text.chars().allMatch(unit -> unit >= '0' && unit <= '9')) {
      try {
        var value = Long.parseLong(text);
        if (value <= most) {
          return value;
        }
      } catch (NumberFormatException e) {
        throw malformed(text); // Nineteen digits may exceed a long.
      }
    }
    throw malformed(text);
  }

  private InvalidRequestException malformed(String text) {
    return MalformedKey.key("digits=" + width + " most=" + most, text);
  }
}
