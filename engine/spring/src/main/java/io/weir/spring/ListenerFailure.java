package io.weir.spring;

/**
 * A failure of a listener: of its work on a message, which is delivered again, or of the receiving.
 * Published as an event of the application, whose listeners must not block.
 *
 * @param listener its name
 * @param isReceiving whether the receiving failed, which is tried again
 */
public record ListenerFailure(String listener, Throwable failure, boolean isReceiving) {}
