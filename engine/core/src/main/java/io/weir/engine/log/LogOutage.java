package io.weir.engine.log;

/**
 * A period in which a log takes no batches.
 *
 * @param sinceNanos when the outage began, on the log's clock
 */
public record LogOutage(LogFailed cause, long sinceNanos) {}
