package io.weir.engine.archive;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How far the archive of a store is behind; a moment's view.
 *
 * @param lagBytes bytes of the durable log that the archive does not have
 * @param lag time since the moment up to which the archive has every acknowledged write
 * @param lastSuccess that moment; empty if there was none since the start
 * @param bases number of complete bases
 * @param gaps number of gaps that the archive has got since the start, each of which began a chain
 * @param trouble why the archive is not as it should be, for people; empty if it is
 */
public record ArchiveStatus(
    long lagBytes,
    Duration lag,
    Optional<Instant> lastSuccess,
    int bases,
    long gaps,
    Optional<String> trouble) {}
