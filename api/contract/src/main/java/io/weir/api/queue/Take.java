package io.weir.api.queue;

import java.time.Duration;

/**
 * A wish for messages.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a number, a visibility timeout or a wait
 * out of range.
 *
 * @param messages most messages to take; 1 to {@link QueueLimits#MAX_MESSAGES}
 * @param visibility time for which they are hidden from others; 1 s to 7 days
 * @param longestWait longest time to wait for the first message if none is visible; 0 s to
 *     {@link QueueLimits#MAX_WAIT}
 */
public record Take(int messages, Duration visibility, Duration longestWait) {

  public Take {
    QueueLimits.requireCount(messages);
    QueueLimits.requireVisibility(visibility, QueueLimits.MIN_TAKE_VISIBILITY);
    QueueLimits.requireWait(longestWait);
  }

  /** Makes a wish that does not wait. */
  public Take(int messages, Duration visibility) {
    this(messages, visibility, Duration.ZERO);
  }

  /** Returns a wish with the default visibility timeout, which does not wait. */
  public static Take upTo(int messages) {
    return new Take(messages, QueueLimits.DEFAULT_VISIBILITY);
  }

  /** Returns this wish with another wait. */
  public Take waitingUpTo(Duration longest) {
    return new Take(messages, visibility, longest);
  }
}
