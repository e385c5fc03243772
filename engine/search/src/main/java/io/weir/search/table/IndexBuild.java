package io.weir.search.table;

import io.weir.search.index.EntityIndex;
import java.io.IOException;
import java.time.Duration;

/**
 * One index of a table, and what keeps it up to date.
 *
 * <p>The methods that change it belong to the worker of its table. The index and the counters may
 * be read on any thread that may block.
 */
public final class IndexBuild {

  private final int number;
  private final EntityIndex index;
  private final IndexFollower follower;
  private boolean isClosed;

  IndexBuild(int number, EntityIndex index, IndexFollower follower) {
    this.number = number;
    this.index = index;
    this.follower = follower;
  }

  int number() {
    return number;
  }

  /** Returns the index, which this owns. */
  public EntityIndex index() {
    return index;
  }

  IndexFollower follower() {
    return follower;
  }

  /** Returns how long ago the index held everything. */
  public Duration lag() {
    return follower.lag();
  }

  /** Returns the bytes of the log that the index does not hold yet. */
  public long lagBytes() {
    return follower.lagBytes();
  }

  /** Ends the follower, commits what it has applied, and closes the index. */
  void closeCommitted() throws IOException {
    if (!isClosed) {
      follower.stop();
      try {
        follower.commit();
      } finally {
        close();
      }
    }
  }

  /** Ends the follower and closes the index as it was at its last commit. */
  void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      follower.stop();
      index.close();
    }
  }
}
