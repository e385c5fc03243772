package io.weir.api.write;

/** The treatment of properties that the stored entity has and the written entity lacks. */
public enum WriteMode {
  /** Keeps them. */
  MERGE,
  /** Removes them. */
  REPLACE
}
