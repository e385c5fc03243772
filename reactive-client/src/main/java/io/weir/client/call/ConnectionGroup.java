package io.weir.client.call;

/** The group of connections that carries a request. */
public enum ConnectionGroup {
  /** The connections of the pool. */
  MAIN,
  /**
   * A connection for second attempts only, so that a slow connection does not delay both attempts.
   */
  HEDGE
}
