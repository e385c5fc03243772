package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to be put into a queue.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a delay out of range, and with {@code InvalidQueryParameterValue} for a life below one
 * second or not longer than the delay.
 *
 * @param delay time until the message is visible; 0 s to 7 days
 * @param timeToLive time until the message expires, at least 1 s; null for never
 */
public record NewMessage(
    MessageText text, Duration delay, @Nullable Duration timeToLive) {

  public NewMessage {
    QueueLimits.requireVisibility(delay, Duration.ZERO);
    if (timeToLive != null && timeToLive.compareTo(QueueLimits.MIN_TIME_TO_LIVE) < 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "messagettl=" + timeToLive);
    }
    if (timeToLive != null && timeToLive.compareTo(delay) <= 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE,
          "visibilitytimeout=" + delay + " messagettl=" + timeToLive);
    }
  }

  /** Returns a message that is visible at once and expires after {@link QueueLimits#DEFAULT_TIME_TO_LIVE}. */
  public static NewMessage of(String text) {
    return new NewMessage(new MessageText(text), Duration.ZERO, QueueLimits.DEFAULT_TIME_TO_LIVE);
  }

  /** Returns this message with a delay until it is visible. */
  public NewMessage after(Duration untilVisible) {
    return new NewMessage(text, untilVisible, timeToLive);
  }

  /** Returns this message with another life. */
  public NewMessage expiringAfter(Duration life) {
    return new NewMessage(text, delay, life);
  }

  /** Returns this message without an end of life. */
  public NewMessage neverExpiring() {
    return new NewMessage(text, delay, null);
  }
}
