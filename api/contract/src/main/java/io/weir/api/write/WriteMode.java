package io.weir.api.write;

/** What becomes of the properties that a stored entity has and the written one lacks. */
public enum WriteMode {
  /** They stay. */
  MERGE,
  /** They go. */
  REPLACE
}
