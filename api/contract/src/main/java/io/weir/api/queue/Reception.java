package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Duration;

/**
 * How a subscriber receives the messages of a queue.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a value out of range.
 *
 * @param messages most messages of one take; 1 to {@link QueueLimits#MAX_MESSAGES}, default 32
 * @param visibility time for which a message stays hidden after the subscriber or its connection
 *     has failed; 1 s to 7 days, default 30 s. It is renewed at its half.
 * @param longestWait longest time that one take waits for a message; 1 s to
 *     {@link QueueLimits#MAX_WAIT}, default 20 s
 */
public record Reception(int messages, Duration visibility, Duration longestWait) {

  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** Batches of up to 32 messages, with the default visibility timeout. */
  public static final Reception DEFAULT = new Reception(
      QueueLimits.MAX_MESSAGES, QueueLimits.DEFAULT_VISIBILITY, Duration.ofSeconds(20));

  public Reception {
    QueueLimits.requireCount(messages);
    QueueLimits.requireVisibility(visibility, QueueLimits.MIN_TAKE_VISIBILITY);
    QueueLimits.requireWait(longestWait);
    if (longestWait.compareTo(SHORTEST_WAIT) < 0) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE,
          "waitSeconds=" + longestWait + " from=" + SHORTEST_WAIT);
    }
  }

  /** Returns this with another visibility timeout. */
  public Reception hidingFor(Duration timeout) {
    return new Reception(messages, timeout, longestWait);
  }

  /** Returns this with another size of takes. */
  public Reception inBatchesOf(int most) {
    return new Reception(most, visibility, longestWait);
  }

  /** Returns the take for some of the requested messages. */
  Take take(long requested) {
    return new Take((int) Math.min(messages, requested), visibility, longestWait);
  }
}
