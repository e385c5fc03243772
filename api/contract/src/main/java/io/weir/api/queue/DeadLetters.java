package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The rule by which a queue gives up messages: one that was taken as often as the rule allows moves
 * to another queue instead of being taken again.
 *
 * <p>Fails with {@code OutOfRangeInput} for a number out of range.
 *
 * @param maxDequeueCount most takes of a message; 1 to {@link #MOST_TAKES}
 * @param queue the queue that receives the message, as a new message that does not expire
 */
public record DeadLetters(int maxDequeueCount, QueueName queue) {

  /** The largest number of takes. */
  public static final int MOST_TAKES = 1_000_000;

  public DeadLetters {
    if (maxDequeueCount < 1 || maxDequeueCount > MOST_TAKES) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "maxDequeueCount=" + maxDequeueCount + " from=1 to=" + MOST_TAKES);
    }
  }
}
