package io.weir.engine.store;

/** What an acknowledged write survives. */
public enum Durability {
  /** Everything that the disk survives: it is forced before it is acknowledged. */
  SYNC,
  /** The end of the process; at the end of the machine, what was forced last: see {@link StoreOptions#forceInterval}. */
  INTERVAL,
  /** Nothing: there is no log, and no file is read or left. For tests and caches. */
  MEMORY
}
