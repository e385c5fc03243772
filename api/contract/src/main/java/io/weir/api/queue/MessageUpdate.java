package io.weir.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A change of a message that its consumer holds.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a visibility timeout out of range.
 *
 * @param visibility the time from now until others can take it; 0 s to 7 days
 * @param text the new text; null keeps the text
 */
public record MessageUpdate(Duration visibility, @Nullable MessageText text) {

  public MessageUpdate {
    QueueLimits.requireVisibility(visibility, Duration.ZERO);
  }

  /** Returns an update that keeps the text. */
  public static MessageUpdate hiddenFor(Duration visibility) {
    return new MessageUpdate(visibility, null);
  }
}
