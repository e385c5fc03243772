package io.weir.api.queue;

import java.time.Duration;

/**
 * A wish for messages.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a number or a visibility timeout out of range.
 *
 * @param messages most messages to take; 1 to {@link QueueLimits#MAX_MESSAGES}
 * @param visibility time for which they are hidden from others; 1 s to 7 days
 */
public record Take(int messages, Duration visibility) {

  public Take {
    QueueLimits.requireCount(messages);
    QueueLimits.requireVisibility(visibility, QueueLimits.MIN_TAKE_VISIBILITY);
  }

  /** Returns a wish with the default visibility timeout. */
  public static Take upTo(int messages) {
    return new Take(messages, QueueLimits.DEFAULT_VISIBILITY);
  }
}
