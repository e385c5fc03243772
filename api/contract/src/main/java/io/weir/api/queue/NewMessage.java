package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to be put into a queue.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a delay out of range, and with
 * {@code InvalidQueryParameterValue} for a life below one second or not longer than the delay.
 * Fails with {@code OutOfRangeQueryParameterValue} for an ordering key that is empty or longer than
 * {@link QueueLimits#MAX_ORDERING_KEY_CHARS}.
 *
 * @param delay time until the message is visible; 0 s to 7 days
 * @param timeToLive time until the message expires, at least 1 s; null for never, which more than
 *     10,000 years become
 * @param orderingKey messages with equal keys are put into one lane, so they are in order; null for
 *     any lane
 */
public record NewMessage(
    MessageText text,
    Duration delay,
    @Nullable Duration timeToLive,
    @Nullable String orderingKey) {

  public NewMessage {
    QueueLimits.requireVisibility(delay, Duration.ZERO);
    if (timeToLive != null && timeToLive.compareTo(QueueLimits.LONGEST_TIME_TO_LIVE) > 0) {
      timeToLive = null;
    }
    if (timeToLive != null && timeToLive.compareTo(QueueLimits.MIN_TIME_TO_LIVE) < 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE,
          "messagettl=" + timeToLive + " from=" + QueueLimits.MIN_TIME_TO_LIVE);
    }
    if (timeToLive != null && timeToLive.compareTo(delay) <= 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE,
          "visibilitytimeout=" + delay + " messagettl=" + timeToLive);
    }
    if (orderingKey != null) {
      QueueLimits.requireOrderingKey(orderingKey);
    }
  }

  /** Makes a message for any lane. */
  public NewMessage(MessageText text, Duration delay, @Nullable Duration timeToLive) {
    this(text, delay, timeToLive, null);
  }

  /**
   * Returns a message that is visible at once and expires after
   * {@link QueueLimits#DEFAULT_TIME_TO_LIVE}.
   */
  public static NewMessage of(String text) {
    return new NewMessage(new MessageText(text), Duration.ZERO, QueueLimits.DEFAULT_TIME_TO_LIVE);
  }

  /** Returns this message with a delay until it is visible. */
  public NewMessage after(Duration untilVisible) {
    return new NewMessage(text, untilVisible, timeToLive, orderingKey);
  }

  /** Returns this message with another life. */
  public NewMessage expiringAfter(Duration life) {
    return new NewMessage(text, delay, life, orderingKey);
  }

  /** Returns this message without an end of life. */
  public NewMessage neverExpiring() {
    return new NewMessage(text, delay, null, orderingKey);
  }

  /** Returns this message with an ordering key. */
  public NewMessage orderedBy(String key) {
    return new NewMessage(text, delay, timeToLive, key);
  }
}
