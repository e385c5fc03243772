package io.weir.pattern;

import io.weir.api.Continuation;
import java.util.Optional;

/**
 * How far a removal in batches is.
 *
 * @param deleted number of entities that this run has removed so far
 * @param next where {@link HighVolumeDelete#resume} continues; empty at the end
 */
public record DeleteProgress(long deleted, Optional<Continuation> next) {}
