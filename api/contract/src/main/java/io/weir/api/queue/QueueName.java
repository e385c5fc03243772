package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The name of a queue: 3 to 63 lower-case letters, digits and dashes. It begins and ends with a
 * letter or digit and has no two dashes in a row.
 *
 * <p>Fails with {@code OutOfRangeInput} for a name of another length and with
 * {@code InvalidResourceName} for another form.
 */
public record QueueName(String value) {

  private static final int SHORTEST = 3;
  private static final int LONGEST = 63;

  public QueueName {
    if (value.length() < SHORTEST || value.length() > LONGEST) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "queueNameLength=" + value.length() + " from=" + SHORTEST + " to=" + LONGEST);
    }
    if (!hasForm(value)) {
      throw new InvalidRequestException(ErrorCode.INVALID_RESOURCE_NAME, "queue=" + value);
    }
  }

  private static boolean hasForm(String value) {
    var mayBeDash = false;
    for (var i = 0; i < value.length(); i++) {
      var unit = value.charAt(i);
      if (unit >= 'a' && unit <= 'z' || unit >= '0' && unit <= '9') {
        mayBeDash = true;
      } else if (unit == '-' && mayBeDash) {
        mayBeDash = false;
      } else {
        return false;
      }
    }
    return mayBeDash;
  }

  @Override
  public String toString() {
    return value;
  }
}
