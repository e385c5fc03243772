package io.weir.api.queue;

/** A new message and the queue that it is to be put into. */
public record AddressedMessage(QueueName queue, NewMessage message) {}
