package io.weir.api.queue;

/**
 * A look at the next messages.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a number out of range.
 *
 * @param messages most messages to see; 1 to {@link QueueLimits#MAX_MESSAGES}
 */
public record Peek(int messages) {

  public Peek {
    QueueLimits.requireCount(messages);
  }
}
