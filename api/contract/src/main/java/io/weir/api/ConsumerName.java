package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The name of a consumer of the change feed: 1 to 63 lower-case letters, digits and dashes. It begins and ends with a letter or digit.
 *
 * <p>Fails with {@code OutOfRangeInput} for a name of another length and with {@code InvalidResourceName} for another form.
 */
public record ConsumerName(String value) {

  private static final int LONGEST = 63;

  public ConsumerName {
    if (value.isEmpty() || value.length() > LONGEST) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "consumerNameLength=" + value.length() + " from=1 to=" + LONGEST);
    }
    if (!hasForm(value)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_RESOURCE_NAME,
          "consumer=" + value + " expected=lowerCaseLettersDigitsDashes");
    }
  }

  private static boolean hasForm(String value) {
    return value.charAt(0) != '-'
        && value.charAt(value.length() - 1) != '-'
        && value.chars().allMatch(ConsumerName::isPermitted);
  }

  private static boolean isPermitted(int unit) {
    return unit >= 'a' && unit <= 'z' || unit >= '0' && unit <= '9' || unit == '-';
  }

  @Override
  public String toString() {
    return value;
  }
}
