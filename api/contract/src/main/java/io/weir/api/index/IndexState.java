package io.weir.api.index;

/** The state of an index. */
public enum IndexState {
  /** Writes keep the index up to date, and the service adds the entities that were there before. Queries do not use it yet. */
  BACKFILLING,

  /** Queries use the index. */
  READABLE
}
