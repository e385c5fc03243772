package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The name of a consumer of the change feed: 1 to 63 lower-case letters, digits and dashes. It
 * begins and ends with a letter or digit.
 *
 * <p>The names of the service's own consumers have a dollar sign in front. A user may look at such
 * a consumer, reset and delete it, but not create it.
 *
 * <p>Fails with {@code OutOfRangeInput} for a name of another length and with
 * {@code InvalidResourceName} for another form.
 */
public record ConsumerName(String value) {

  /** The beginning of the names of the service's own consumers. */
  public static final String SERVICE_PREFIX = "$";

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
    var own = value.startsWith(SERVICE_PREFIX) ? value.substring(1) : value;
    return !own.isEmpty()
        && own.charAt(0) != '-'
        && own.charAt(own.length() - 1) != '-'
        && own.chars().allMatch(ConsumerName::isPermitted);
  }

  /** Whether the consumer of this name is the service's own. */
  public boolean isOfService() {
    return value.startsWith(SERVICE_PREFIX);
  }

  private static boolean isPermitted(int unit) {
    return unit >= 'a' && unit <= 'z' || unit >= '0' && unit <= '9' || unit == '-';
  }

  @Override
  public String toString() {
    return value;
  }
}
