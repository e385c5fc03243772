package io.weir.api.queue;

/**
 * What a queue tells about itself.
 *
 * @param lanes the number of lanes, 1 to {@link QueueLimits#MAX_LANES}
 * @param messages the number of messages, visible and hidden, that have not expired; exact
 */
public record QueueProperties(QueueMetadata metadata, int lanes, long messages) {}
