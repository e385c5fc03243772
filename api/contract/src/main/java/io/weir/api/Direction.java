package io.weir.api;

/** The order in which a query visits keys. */
public enum Direction {
  ASCENDING,
  DESCENDING,

  /**
   * The cheapest order, for a caller that reads everything and needs no order. The parts of a table
   * come one after another. Each partition comes in one piece and in ascending order. A
   * continuation of this order is valid only in the store that issued it.
   */
  UNORDERED
}
