/**
 * The change feed: all changes of a table or of an account, in order, as a stream. See {@link io.weir.api.TableService#changes}.
 *
 * <p><b>Order.</b> Changes of one partition group arrive in the order in which they took effect, and every {@link
 * io.weir.api.change.FeedItem.Change} names its group. A partition belongs to one group for ever. A batch or a joint commit is a run of items
 * with one {@code batch} number and nothing between them.
 *
 * <p><b>Delivery.</b> At least once, and only what is durable and visible to readers. A consumer stores a token together with its own state
 * and continues {@linkplain io.weir.api.change.FeedStart.After after} it. The token of a change inside a batch repeats the whole batch.
 *
 * <p><b>Applying the feed.</b> A consumer that stores each {@code after}, removes each removed key, removes for each {@link
 * io.weir.api.change.FeedItem.RangeRemoved} the keys of that range <em>and group</em>, and drops each dropped table, holds what the service
 * held at that moment. A feed that starts at the beginning first reports the entities that exist, read while writes go on, and then repeats the
 * changes since it began to read. Such a consumer ignores a change whose Timestamp is below that of the entity it holds; it holds what the
 * service holds when the feed has caught up.
 *
 * <p><b>Expiry.</b> An expired entity is reported as removed when the service removes it, some time after it has become invisible.
 *
 * <p><b>Retention.</b> The service keeps a bounded past. A token whose changes are gone fails with {@link
 * io.weir.api.error.ChangesLostException}.
 *
 * <p>Immutable; any thread.
 */
@NullMarked
package io.weir.api.change;

import org.jspecify.annotations.NullMarked;
