package io.weir.pattern.view;

import io.weir.api.edm.EdmDateTime;
import java.time.Duration;
import java.util.Optional;

/**
 * The stored state of a version of a view, whichever program runs it.
 *
 * @param version the version
 * @param current whether readers use it
 * @param applied changes that it has applied since its beginning, the entities of the first fill
 *     too; an entity that changes during the fill may be told, and counted, twice
 * @param changedAt Timestamp of the last of them
 * @param lag how far it is behind; empty for a version that is being made or removed
 */
public record ViewStatus(
    int version,
    boolean current,
    long applied,
    Optional<EdmDateTime> changedAt,
    Optional<Lag> lag) {

  /**
   * The distance from the present, as the service knows it: see {@link io.weir.api.NamedConsumer}.
   * A view that has caught up is behind by its own last writes.
   *
   * @param lost whether the next changes are no longer kept; the view then needs a new version
   */
  public record Lag(long bytes, Duration time, boolean lost) {}
}
