/**
 * Applies the change feed of a table to its text index.
 *
 * <p>{@link io.weir.search.follow.IndexFollower} follows the feed by {@link io.weir.api.follow.FeedCursor} from the place of the index's last commit and applies item by item. It
 * shows changes to searches soon after they came, commits now and then, and then moves the named consumer, so that the log is kept for the changes
 * after the commit and no longer than that. {@link io.weir.search.follow.FeedDistance} measures how far a place is from the end of the log.
 *
 * <p>Invariants: the named consumer is never ahead of the index's last commit. Items are applied in the feed's order.
 *
 * <p>Threads: a follower belongs to one worker of {@code weir-search-N}, on which the items arrive; at most 16 wait there. The lag may be read on
 * any thread.
 *
 * <p>Failures: each ends the follower, which then tells its {@link io.weir.search.follow.FollowerListener}.
 */
@NullMarked
package io.weir.search.follow;

import org.jspecify.annotations.NullMarked;
