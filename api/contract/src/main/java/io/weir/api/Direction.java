package io.weir.api;

/** Which way a query walks the order of keys. */
public enum Direction {
  ASCENDING,
  DESCENDING,

  /**
   * Whichever way is cheapest, for who wants everything in any order: one part of the table after the other, each partition in one
   * piece and ascending. A place on that way is good in the store that gave it.
   */
  UNORDERED
}
