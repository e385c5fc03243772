/**
 * The part of the log that is forced and published, for readers that follow it.
 *
 * <p>{@link io.weir.engine.follow.PublishedLog} knows the <em>frontier</em>: the position below
 * which every record is durable and every change visible to readers. A round moves it. The round
 * reads the log's durable position and sends each shard a task that runs when the shard has
 * published everything below it. The log starts a round when its durable position moves, and under
 * steady writes a millisecond after the round before, whatever the number of forces in between.
 * Without followers there are no rounds.
 *
 * <p>After each round a thread reads the new records once, into a tail of a few MiB that all
 * followers share. A follower that is further behind reads slices of segments of its own. Both
 * happen on the threads {@code weir-feed-N}, never on a loop, and neither the log nor the shards
 * wait for them.
 *
 * <p>Invariants: the frontier never moves back. Records below it never change, also after a crash
 * of the process or the machine. While a shard has a fault the frontier stands, because the shard
 * has dropped changes that the log holds.
 *
 * <p>Memory: 4 MiB and one record for the tail of a store. What followers hold besides it is
 * bounded for all of them together by {@link io.weir.engine.follow.FollowerMemory}: followers
 * behind the tail wait for room before they read, and those that rest give theirs up.
 *
 * <p>Failures: {@link java.io.IOException} and {@link io.weir.engine.log.PositionTruncated}, to the
 * follower that reads.
 *
 * <p>Start reading at {@link io.weir.engine.follow.PublishedLog}.
 */
@NullMarked
package io.weir.engine.follow;

import org.jspecify.annotations.NullMarked;
