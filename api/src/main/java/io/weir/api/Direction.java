package io.weir.api;

/** Which way a query walks the order of keys. */
public enum Direction {
  ASCENDING,
  DESCENDING
}
