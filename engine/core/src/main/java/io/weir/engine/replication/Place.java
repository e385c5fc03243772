package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;

/**
 * How far a node's log has got in the agreed sequence.
 *
 * @param entry the last entry whose records and mark the log has
 * @param endPosition of the log after its mark: the next entry begins here
 */
public record Place(Applied entry, long endPosition) {}
