/**
 * The single writer of a partition group: its mailbox, its turns, and its replies.
 *
 * <p>A write arrives as a {@link io.weir.engine.shard.WriteCommand} in the shard's bounded {@link io.weir.engine.shard.Mailbox}. On the
 * shard's loop a <em>turn</em> takes the waiting commands. It evaluates them against the private tree and the turn's earlier changes, commits
 * all changes to the tree as one group, and hands the log one record for each command. When the log has made a turn durable, the shard
 * publishes the turn's version and answers. No command is answered before that. Even a refusal waits, because it may depend on a write that
 * is not durable yet. A {@link io.weir.engine.shard.RangeRemovalCommand} has a turn of its own.
 *
 * <p>A command that comes to a page that is not in memory is put back, and the shard takes no other until the page is read: see {@code ColdPageWait}.
 *
 * <p>A {@link io.weir.engine.shard.JointCommand} concerns several shards. Each takes its {@link io.weir.engine.shard.JointPart} alone, waits
 * for the others, and evaluates it with the Timestamp that all agree on. If all can carry out their part, one record goes to the log, and all
 * shards go on before it is forced. The durable versions of all parts become visible at one moment.
 *
 * <p>Evaluations do not see expired entities; see {@link io.weir.engine.expiry}. {@link io.weir.engine.walk.ExpirySweep} removes them, in
 * slices that go through the mailbox.
 *
 * <p>The changes of index entries are computed from those of entities ({@link io.weir.engine.shard.IndexUpkeep}) and are in the same record. The
 * store's own work goes through the mailbox as well, in slices ({@link
 * io.weir.engine.shard.UpkeepCommand}): it fills and sweeps indexes, and removes expired entities.
 *
 * <p>The changes of a table that keeps before-images are logged with what they replace ({@link io.weir.engine.record.BeforeImages}): one more
 * look-up for each change, after the evaluation. A write never fails because of an image.
 *
 * <p>A write to a table with unique indexes moves claims ({@link io.weir.engine.unique}), which are in other shards. The shard computes the
 * moves of each change, and refuses a command that was planned with other ones as {@link io.weir.engine.joint.StalePlan}. {@link
 * io.weir.engine.shard.ClaimEvaluation} carries out the operations on claims of a joint command.
 *
 * <p>A {@link io.weir.engine.shard.DecisionCommand} carries a function that reads the private tree with the turn's earlier changes and makes its
 * own; the messages of queues change in this way. A joint command may have such decisions beside its writes.
 *
 * <p>After a turn is published, {@link io.weir.engine.shard.Reclaimer} frees the pages that it replaced, in slices, as soon as no reader pins
 * them. {@link io.weir.engine.shard.DroppedTables} removes the entries of dropped tables, which takes time for the depth of the tree only.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>Turns are logged, become durable and are published in one order.
 *   <li>A joint command is one record of the log, and one publication; see {@link io.weir.engine.shard.JointPublications}.
 *   <li>Published changes are durable as the store's durability option defines it. Readers see whole turns, hence whole batches.
 *   <li>Each command has one Timestamp. The Timestamps of a shard strictly increase, also when the clock is set back.
 *   <li>Replay applies the records of the log in the same order through the same code.
 * </ul>
 *
 * <p>Owner: the shard's loop owns everything except the mailbox and the published tree.
 *
 * <p>Failures:
 *
 * <ul>
 *   <li>A full mailbox refuses a command as {@code ServerBusy}. One that a single partition crowds refuses commands of that
 *       partition first, with {@code reason=hotPartition}. Patient producers fill at most half of it and are called when there is room.
 *   <li>When the log fails, versions that are not durable are rolled back. Their commands fail with {@code InternalError} and an unknown
 *       outcome. Later writes are refused as {@code ServerBusy} until the log continues, or as {@code InternalError} when it cannot continue
 *       before the store is opened again. Reads continue.
 *   <li>When a page is damaged, reads and writes are refused as {@code ServerBusy} until the store has replaced the tree by a rebuilt one.
 *   <li>When the page files cannot grow, writes that store something are refused as {@code ServerBusy} with {@code noSpace}. Removals continue
 *       in small turns. The shard looks for room every 500 ms; see {@code PageRoom}. A removal that needs a new log segment is refused while
 *       the disk has no room for the segment.
 *   <li>When a task throws, the shard answers all commands that it holds, returns to the version before, and refuses writes as {@code
 *       InternalError} with {@code shardFault} until the store is opened again; see {@code ShardFaults}. An {@code InternalError} of mapped
 *       memory does not name the access that failed, so it stops the writes of every shard. One that is thrown outside the tasks of shards,
 *       above all in network code, cannot be told from a failure of that code.
 * </ul>
 *
 * <p>A shard may offer the log turns that build on a turn which the log has already lost. Each batch therefore names the log generation in
 * which it was built; see {@code CommitLog}.
 *
 * <p>Start reading at {@link io.weir.engine.shard.Shard}.
 */
@NullMarked
package io.weir.engine.shard;

import org.jspecify.annotations.NullMarked;
