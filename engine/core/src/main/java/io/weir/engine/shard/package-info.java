/**
 * The single writer of a partition group: its mailbox, its turns, its replies.
 *
 * <p>A write arrives as a {@link io.weir.engine.shard.WriteCommand} in the shard's bounded {@link io.weir.engine.shard.Mailbox}. On
 * the shard's loop a <em>turn</em> takes what is waiting, evaluates it against the private tree and what the turn itself has
 * written so far, applies all changes to the tree as one group, and hands one log record for each command to the log. When the
 * log has made a turn durable, the shard publishes its version and answers. Nothing is answered before: not even a refusal, which
 * may rest on a write that is not durable yet. A {@link io.weir.engine.shard.RangeRemoval} is a turn by itself.
 *
 * <p>Pages that a turn replaced are freed after it is published, when no reader holds them any more, and the rest in slices, each a
 * task of its own on the loop.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>Turns are logged, become durable and are published in one order.
 *   <li>What readers see is durable as the store's setting means it. Readers see whole turns, hence whole batches.
 *   <li>Each command has one Timestamp; Timestamps of a shard strictly increase, also when the clock is set back.
 *   <li>Replay puts the records of the log through the same {@code apply} in the same order.
 * </ul>
 *
 * <p>Owner: everything but the mailbox and the published tree belongs to the shard's loop.
 *
 * <p>Failures: a full mailbox is {@code ServerBusy}, but to those who offer patiently: they fill half of it and are called when there is
 * room. When the log fails, versions that are not durable are rolled back and their
 * commands fail with {@code InternalError}, their outcome unknown; later writes are refused as {@code ServerBusy} until the log
 * goes on, or as {@code InternalError} when it cannot before the store is opened again. Reads go on.
 *
 * <p>When a page is damaged, reads and writes are {@code ServerBusy} until the store has put a rebuilt tree in place.
 *
 * <p>When the page files cannot grow, writes that store something are refused as {@code ServerBusy} with {@code noSpace}, and removals go on
 * in small turns. The shard looks for room every 500 ms. A removal whose record needs a new segment of the log is refused while there
 * is no room for the segment.
 *
 * <p>When a task throws anything, the shard answers all commands that it held, goes back to the version before, and refuses writes as
 * {@code InternalError} with {@code shardFault} until the store is opened again; see {@link io.weir.engine.shard.Shard#isFaulted}. An
 * {@code InternalError} of mapped memory stops every shard, because it does not name the access that failed. One that surfaces outside a
 * task of a shard, in the network code above all, cannot be told from a failure there.
 *
 * <p>A shard may have handed the log more than it knows to be lost. Each batch therefore names the log's generation in which it was built; see
 * {@code CommitLog}.
 *
 * <p>Start reading at {@link io.weir.engine.shard.Shard}.
 */
@NullMarked
package io.weir.engine.shard;

import org.jspecify.annotations.NullMarked;
