package io.weir.pattern.view;

import io.weir.api.edm.EdmDateTime;
import java.util.Optional;

/**
 * How far a version of a view has got.
 *
 * @param version the version
 * @param applied changes that it has applied since its beginning; the entities of the first fill
 *     are changes too, and one that changes meanwhile may count twice
 * @param changedAt Timestamp of the last of them
 * @param caughtUp whether the feed has reported nothing but a checkpoint since then
 * @param current whether readers use this version
 * @param ended whether the source was dropped; the view is empty then, and this is the last
 *     progress
 */
public record ViewProgress(
    int version,
    long applied,
    Optional<EdmDateTime> changedAt,
    boolean caughtUp,
    boolean current,
    boolean ended) {}
