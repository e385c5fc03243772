package io.weir.api.queue;

/** A queue of a listing. */
public record ListedQueue(QueueName name, QueueMetadata metadata) {}
