package io.weir.client;

/** Which connections a request goes by. */
enum Lane {
  /** Those of the pool. */
  MAIN,
  /** One that is kept for second attempts, so that what slows a connection down does not slow both. */
  HEDGE
}
