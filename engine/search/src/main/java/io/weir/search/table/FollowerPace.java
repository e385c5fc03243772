package io.weir.search.table;

import java.time.Duration;

/**
 * The times and sizes at which a follower shows and commits changes.
 *
 * @param refresh time after a change until searches see it, at most, apart from the work itself
 * @param commit time after a change until it is committed, at most, apart from up to a second until
 *     the feed's next checkpoint
 * @param idleBytes bytes of the log, of other tables' changes, after which an index without changes
 *     commits its place: the log up to there need not be kept for it
 * @param retry pause after which a feed that failed is read on
 */
public record FollowerPace(Duration refresh, Duration commit, long idleBytes, Duration retry) {

  /** 50 ms, 1 s, 8 MiB, 1 s. */
  public static final FollowerPace DEFAULT = new FollowerPace(
      Duration.ofMillis(50), Duration.ofSeconds(1), 8 << 20, Duration.ofSeconds(1));
}
