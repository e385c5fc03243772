package io.weir.api.queue;

import java.time.Instant;

/**
 * The answer to an update of a message: a new receipt, which replaces the one of the update.
 *
 * @param nextVisibleAt the moment from which others can take the message
 */
public record RenewedMessage(PopReceipt receipt, Instant nextVisibleAt) {}
