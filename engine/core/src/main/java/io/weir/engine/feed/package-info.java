/**
 * The change feed of an account or a table: decodes records of the published log into items of the
 * contract.
 *
 * <p>{@link io.weir.engine.feed.SubscriberCursor} is one subscriber's feed. It begins
 * ({@code FeedBegin}), reads the entities that exist if it was asked to ({@code ExistingEntities}),
 * and then follows the log ({@link io.weir.engine.follow}). {@code RecordItems} turns a record into
 * items, and {@code FeedTokens} a place into the text of a token.
 *
 * <p><b>Names.</b> A record names a table by its id. {@code TableNames} knows the names at the
 * cursor's place, not at the present: it begins with the tables that exist, adds those that the log
 * drops after the place, and then follows the catalog's records in the log. The record of a dropped
 * table tells the removed row for this reason. A write that a shard logs after the drop, because it
 * had not heard of it, belongs to no table then and is left out.
 *
 * <p><b>Before-images.</b> A record tells what its changes replace if their table keeps images; see
 * {@link io.weir.engine.record.BeforeImages}. The filter is then checked on the image too:
 * {@code RecordItems} reports an entity that stops to satisfy the filter as removed. An image that
 * was left out counts as satisfying it. The record, and not the table's present setting, decides; a
 * place in the past is therefore read as it was.
 *
 * <p><b>Named consumers.</b> A consumer is a row of the catalog with a token. {@code ConsumerMove}
 * moves it: within a generation only forward, as {@code FeedProgress} orders the places.
 * {@code ConsumerStates} tells how far it is behind, and whether it is lost. The log is kept for it
 * by {@code LogRetention} in {@link io.weir.engine.store.recovery}. A feed does not know that it is
 * read for a consumer.
 *
 * <p>Invariants: only records below the frontier are read. The items of one record follow each
 * other. Entries of indexes, their markers and rows of the catalog never become items.
 *
 * <p>Memory of a cursor: a chunk of the log (64 KiB of the shared tail, two of 128 KiB of its own,
 * or one record each) and the items of one record or of 64 entities. The feed of an account also
 * holds the names of its tables. What cursors hold of their own is bounded for all together: a
 * cursor waits in a line before it reads, and goes back to where it read when it gives its memory
 * up ({@link io.weir.engine.follow.FollowerMemory}).
 *
 * <p>Threads: a cursor belongs to one thread at a time, any thread. It never waits; reads of
 * segments happen on {@code weir-feed-N}.
 *
 * <p>Failures: {@code ChangesLost} when the log was truncated after the place; {@code ServerBusy}
 * while the store closes or a shard is rebuilt; {@code InternalError} when the log cannot be read.
 *
 * <p>Start reading at {@link io.weir.engine.feed.SubscriberCursor}.
 */
@NullMarked
package io.weir.engine.feed;

import org.jspecify.annotations.NullMarked;
