package io.weir.client.call;

/** Which connections a request goes by. */
public enum ConnectionGroup {
  /** Those of the pool. */
  MAIN,
  /** One that is kept for second attempts, so that what slows a connection down does not slow both. */
  HEDGE
}
