package io.weir.api.queue;

import java.time.Instant;

/**
 * A message of a queue, as a look at it or a take sees it.
 *
 * @param expiresAt {@link #NEVER} if it does not expire
 * @param dequeueCount the number of takes so far, including this one
 */
public record Message(
    MessageId id, Instant insertedAt, Instant expiresAt, int dequeueCount, MessageText text) {

  /** The end of a life without end, as the protocol spells it. */
  public static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");
}
