package io.weir.api.index;

/** The state of an index. */
public enum IndexState {
  /**
   * Writes keep the index up to date, and the service adds the entities that were there before.
   * Queries do not use it yet.
   */
  BACKFILLING,

  /** Queries use the index. */
  READABLE,

  /**
   * The index was to be unique, and the backfill has found two entities with equal values: see
   * {@link IndexStatus#duplicate}. Neither writes nor queries use the index. It can be dropped.
   */
  FAILED
}
