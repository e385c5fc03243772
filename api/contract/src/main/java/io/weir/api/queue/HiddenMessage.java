package io.weir.api.queue;

import java.time.Instant;

/**
 * A message that nobody can take now, because it was taken or is not due.
 *
 * @param nextVisibleAt the moment from which it can be taken, unless its holder deletes or updates
 *     it before
 */
public record HiddenMessage(Message message, Instant nextVisibleAt) {}
