/**
 * Following a change feed: the loop under processors, views, migrations, copies and text indexes.
 *
 * <p>{@link io.weir.api.follow.FeedCursor} cuts a feed into chunks at a
 * {@link io.weir.api.follow.ChunkBoundary}, has the follower apply each
 * {@link io.weir.api.follow.FeedChunk}, and tells the follower's
 * {@link io.weir.api.follow.FeedPlace} that the chunk is applied.
 * {@link io.weir.api.follow.Patience} repeats what may succeed later. A follower brings what is its
 * own: what to apply, and where its place is stored.
 *
 * <pre>
 * place.from() -> feed -> chunks -> apply(chunk) -> place.passed(chunk) -> result -> next chunk
 *      ^                                |
 *      +---- after a pause -------------+  failures that may pass
 *      +---- after place.lost() --------+  changes that are no longer kept
 * </pre>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>Chunks are applied one after another, in the feed's order. A chunk that is not complete is
 *       never applied.
 *   <li>The place moves after a chunk is applied and never before, so each change is applied at
 *       least once. The effect is exactly once if the follower stores effect and place in one
 *       commit, or if to apply a chunk again changes nothing.
 *   <li>The place is asked for anew at the beginning and after each failure. A place that is kept
 *       elsewhere, and was moved there, is obeyed.
 *   <li>A follower that has lost changes fails, unless its place says where to go on. It is never
 *       moved to the present: that would leave changes out without a word.
 * </ul>
 *
 * <p><b>Demand.</b> A chunk is applied when its result is requested and the chunk before it is
 * passed. The feed is read up to the end of the next chunk meanwhile.
 *
 * <p><b>Memory.</b> Two chunks, and the items that the feed itself reads ahead.
 * {@link io.weir.api.follow.ChunkBoundary} says how long chunks are.
 *
 * <p><b>Threads.</b> Signals run on the threads of the feed and of the follower's own work, and
 * after a pause on those of the timers. They are serial: what a follower writes while it applies a
 * chunk is visible to its next step.
 *
 * <p><b>Failures.</b> Those of the feed, of the follower and of its place. A feed that fails lets a
 * chunk that is being applied end. Cancelling stops the chunk that is being applied, and the place
 * stays before it.
 */
@NullMarked
package io.weir.api.follow;

import org.jspecify.annotations.NullMarked;
