package io.weir.engine.store;

/**
 * When a snapshot is due: when more was logged since the last one than a least amount, and than that snapshot is long.
 *
 * <p><b>The bound.</b> A snapshot is at most as long as the one before it and what was logged since, for an entry takes fewer bytes in
 * it than the change that brought it took in the log. It is due only when what was logged since is longer than the one before. So it is
 * shorter than twice what was logged since, and all snapshots together are shorter than twice the log: <em>a byte logged is written at
 * most twice more</em>. Only growth comes near that; a store that is overwritten writes it once more.
 *
 * @param leastLogBytes spares a small store from writing snapshots all the time
 */
record CheckpointPolicy(long leastLogBytes) {

  /**
   * Whether one is due.
   *
   * @param loggedBytes logged since the last snapshot
   * @param lastBytes length of that snapshot
   */
  boolean isDue(long loggedBytes, long lastBytes) {
    return loggedBytes > Math.max(leastLogBytes, lastBytes);
  }
}
