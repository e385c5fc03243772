package io.weir.engine.log;

/**
 * Why a log takes nothing at the moment.
 *
 * @param sinceNanos when it began, on the log's clock
 */
public record LogOutage(LogFailed cause, long sinceNanos) {}
