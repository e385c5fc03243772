package io.weir.engine.log;

/**
 * The amount of log that an opening read.
 *
 * @param segments number of segment files
 * @param bytes bytes of their frames, including those before the position from which records were
 *     shown
 */
public record LogReplayed(int segments, long bytes) {}
