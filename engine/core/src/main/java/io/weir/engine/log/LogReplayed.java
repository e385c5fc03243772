package io.weir.engine.log;

/**
 * What the opening of a log read of it.
 *
 * @param segments segment files
 * @param bytes their frames, also those before the position from which records were shown
 */
public record LogReplayed(int segments, long bytes) {}
