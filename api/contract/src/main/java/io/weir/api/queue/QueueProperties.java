package io.weir.api.queue;

/**
 * What a queue tells about itself.
 *
 * @param messages the number of messages, visible and hidden, that have not expired; exact
 */
public record QueueProperties(QueueMetadata metadata, long messages) {}
