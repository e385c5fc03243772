package io.weir.engine.store.checkpoint;

/**
 * Decides when a snapshot is due: when the log has grown, since the last snapshot, by more than a minimum and by more than that snapshot's
 * length.
 *
 * <p><b>The bound.</b> An entry takes fewer bytes in a snapshot than its change took in the log. A snapshot is therefore at most as long as
 * the snapshot before it and the log since then. It is due only when the log since then is longer than the snapshot before it, so it is
 * shorter than twice that log. All snapshots together are shorter than twice the whole log: <em>each logged byte is written at most twice
 * more</em>. Only a growing store comes near that bound. A store that is only overwritten writes each logged byte about once more.
 *
 * @param leastLogBytes the minimum, in bytes; it keeps a small store from writing snapshots all the time
 */
record CheckpointPolicy(long leastLogBytes) {

  /**
   * Whether a snapshot is due.
   *
   * @param loggedBytes length of the log since the last snapshot
   * @param lastBytes length of the last snapshot
   */
  boolean isDue(long loggedBytes, long lastBytes) {
    return loggedBytes > Math.max(leastLogBytes, lastBytes);
  }

  /** Returns by how many bytes the log may grow while a snapshot is written: half of what makes the next one due. */
  long allowance(long lastBytes) {
    return Math.max(1, Math.max(leastLogBytes, lastBytes) / 2);
  }
}
