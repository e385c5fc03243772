package io.weir.search.table;

/**
 * Learns what became of a follower. Called on its worker; after each call but {@link #caughtUp} the
 * follower does nothing more.
 */
interface FollowerListener {

  /**
   * The index has reached the end that the log had when the last existing entity was read. Called
   * once, for an index that was not complete.
   */
  void caughtUp();

  /** The table was dropped. */
  void dropped();

  /**
   * Changes after the index's place are no longer kept, or the place is of another store: the index
   * must be built again.
   */
  void lost(Throwable cause);

  /** The index or the feed has failed. Both may be opened again. */
  void failed(Throwable cause);
}
