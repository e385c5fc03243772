package io.weir.pattern;

import java.time.Instant;

/**
 * A value of a series.
 *
 * @param at the beginning of the value's slot
 * @param value any number
 */
public record SeriesPoint(Instant at, double value) {}
