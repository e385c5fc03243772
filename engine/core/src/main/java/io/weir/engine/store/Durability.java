package io.weir.engine.store;

/** Which failures an acknowledged write survives. */
public enum Durability {
  /**
   * A crash of the process and of the machine: a write is forced to disk before it is acknowledged.
   */
  SYNC,
  /**
   * A crash of the process. A crash of the machine loses the writes since the last force; see
   * {@link StoreOptions#forceInterval}.
   */
  INTERVAL,
  /** None: there is no log, and no file is read or kept. For tests and caches. */
  MEMORY
}
