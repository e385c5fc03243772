/**
 * The search of one table: its index, the next one while that is built, and the followers of the
 * feed that keep them.
 *
 * <pre>
 * FOLDER/ID/1     an index that answers       consumer $search-ID-1
 * FOLDER/ID/2     its successor               consumer $search-ID-2
 * </pre>
 *
 * <p>The id belongs to the declaration ({@code StoredSearch}), which is a setting of the table's
 * row. A table that is dropped and made again has no declaration, or another id.
 * {@code IndexSuccession} begins with what the folder holds: the latest complete index answers, a
 * later incomplete one goes on being built, everything else is deleted, and so are the consumers of
 * numbers that have no folder. It builds another index when none is complete, when the declared
 * properties or analyzers differ, when the index is damaged or has lost its place in the feed, and
 * when it is told to. The successor takes over when it has caught up with the feed; the earlier one
 * is deleted then.
 *
 * <p>{@code SearchedTable} is the door, which hands tasks over to the worker.
 * {@code IndexSuccession} decides which index answers and which is built, {@code BuildEvents} tells
 * it what becomes of a follower, {@code Discards} closes and deletes, {@code Failure} tries again.
 *
 * <p>{@link io.weir.search.table.IndexFollower} follows the change feed by
 * {@link io.weir.api.follow.FeedCursor} from the place of the index's last commit and applies item
 * by item. It shows changes to searches soon after they came, commits now and then, and then moves
 * the named consumer, so that the log is kept for the changes after the commit and no longer than
 * that. {@link io.weir.search.table.FeedDistance} measures how far a place is from the end of the
 * log.
 *
 * <p>Invariants: the named consumer is never ahead of the index's last commit. Items are applied in
 * the feed's order.
 *
 * <p>Threads: a table and its followers belong to one worker of {@code weir-search-N}, on which
 * items arrive; at most 16 wait there. Searches read the volatile {@code SearchView} on any thread,
 * and the lag may be read on any thread.
 *
 * <p>Failures: each failure of a follower ends it, which then tells its
 * {@link io.weir.search.table.FollowerListener}. A disk that fails closes the index; it is opened
 * again after a pause. Searches fail with {@code ServerBusy} and the reason meanwhile. Tables are
 * not affected.
 *
 * <p>Start reading at {@link io.weir.search.table.SearchedTable} and
 * {@link io.weir.search.table.IndexFollower}.
 */
@NullMarked
package io.weir.search.table;

import org.jspecify.annotations.NullMarked;
