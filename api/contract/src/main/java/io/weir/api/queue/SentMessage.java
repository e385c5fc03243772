package io.weir.api.queue;

import java.time.Instant;

/**
 * The answer to a message that was put into a queue. Its receipt is valid until somebody takes the
 * message.
 *
 * @param expiresAt {@link Message#NEVER} if it does not expire
 */
public record SentMessage(
    MessageId id,
    PopReceipt receipt,
    Instant insertedAt,
    Instant expiresAt,
    Instant nextVisibleAt) {}
