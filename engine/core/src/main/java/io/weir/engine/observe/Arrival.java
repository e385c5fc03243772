package io.weir.engine.observe;

/** The way in which a write arrived. */
public enum Arrival {
  /** Alone. */
  SINGLE,
  /** In a batch or a joint commit. */
  TOGETHER,
  /** As a line of a bulk write. */
  BULK
}
