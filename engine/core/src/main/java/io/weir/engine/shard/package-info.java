/**
 * The single writer of a partition group: its mailbox, its turns, and its replies.
 *
 * <p>A write arrives as a {@link io.weir.engine.shard.WriteCommand} in the shard's bounded
 * {@link io.weir.engine.shard.Mailbox}. On the shard's loop a <em>turn</em> takes the waiting
 * commands. It evaluates them against the private tree and the turn's earlier changes, commits all
 * changes to the tree as one group, and hands the log one record for each command. When the log has
 * made a turn durable, the shard publishes the turn's version and answers its commands, not
 * earlier. Even a refusal waits, because it may depend on a write that is not durable yet. A
 * {@link io.weir.engine.shard.RangeRemovalCommand} has a turn of its own.
 *
 * <p>When a command needs a cold page, the shard puts the command back and takes no other until the
 * page is read: see {@code ColdPageWait}.
 *
 * <p>A {@link io.weir.engine.shard.JointCommand} concerns several shards. Each takes its
 * {@link io.weir.engine.shard.JointPart} in a turn without other commands, waits for the other
 * shards, and evaluates the part with the Timestamp that all agree on. If all can carry out their
 * parts, one record goes to the log, and all shards continue before it is forced. The durable
 * versions of all parts become visible at one moment.
 *
 * <p>Evaluations do not see expired entities; see {@link io.weir.engine.index}.
 * {@link io.weir.engine.walk.ExpirySweep} removes them, in slices that go through the mailbox.
 *
 * <p>{@link io.weir.engine.shard.IndexUpkeep} computes the changes of index entries from those of
 * entities, and the same record contains both. The store's own work goes through the mailbox as
 * well, in slices ({@link io.weir.engine.shard.UpkeepCommand}): it fills and sweeps indexes, and
 * removes expired entities.
 *
 * <p>If a table keeps before-images, the record of a change also contains what the change replaces
 * ({@link io.weir.engine.record.BeforeImages}). This costs one more look-up for each change, after
 * the evaluation. A write never fails because of an image.
 *
 * <p>A write to a table with unique indexes may move claims ({@link io.weir.engine.indexing}),
 * which are in other shards. The shard computes the moves of each change. If the command was
 * planned with other moves, the shard refuses it as {@link io.weir.engine.command.StalePlan}.
 * {@link io.weir.engine.shard.ClaimEvaluation} carries out the operations on claims of a joint
 * command.
 *
 * <p>A change in place may have a token. The shard looks it up before it evaluates the command. If
 * it is known, the command was carried out before, and gets the answer of then. Otherwise the
 * record of the command also contains the token and the answer ({@code ChangeTokens}). A sweep
 * removes tokens that are forgotten ({@link io.weir.engine.walk.TokenSweep}). The entities of an
 * answer are forgotten first; the repeat then still changes nothing.
 *
 * <p>A {@link io.weir.engine.shard.DecisionCommand} contains a decision: a function from the
 * private tree and the turn's earlier changes to further changes. All operations on the messages of
 * queues are decisions. A joint command may have decisions beside its writes.
 *
 * <p>After a turn is published, {@link io.weir.engine.shard.Reclaimer} frees the pages that it
 * replaced, in slices, as soon as no reader pins them. {@code Compaction} writes leaves again, so
 * that sparse page files can be deleted. {@link io.weir.engine.shard.DroppedTables} removes the
 * entries of dropped tables; this takes time for the depth of the tree only.
 *
 * <p>On a node of several that does not lead, the log refuses batches, so commands are refused.
 * {@code AppliedTurns} takes the records that the leader has evaluated, commits them to the private
 * tree and publishes them at once, because they are durable. It waits for cold pages and for room
 * like other turns, and until no turn of an earlier term is in flight.
 * {@link io.weir.engine.shard.AppliedJoint} shows the parts of a joint record together.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>Turns are logged, become durable and are published in one order.
 *   <li>A joint command is one record of the log, and one publication; see
 *       {@link io.weir.engine.shard.JointPublications}.
 *   <li>Published changes are durable as the store's durability option defines it. Readers see
 *       whole turns, hence whole batches.
 *   <li>Each command has one Timestamp. The Timestamps of a shard strictly increase, also when the
 *       clock is set back.
 *   <li>Replay applies the records of the log in the same order through the same code.
 *   <li>A record of another node is applied on published turns and other such records only, never
 *       on a turn that waits for the log.
 * </ul>
 *
 * <p>Owner: the shard's loop owns everything except the mailbox and the published tree.
 *
 * <p>Failures:
 *
 * <ul>
 *   <li>A full mailbox refuses a command as {@code ServerBusy}. If a single partition has most of
 *       its commands, it refuses commands of that partition earlier, with
 *       {@code reason=hotPartition}. Producers that can wait (bulk writes and background work) fill
 *       at most half of it, and the shard calls them when there is room.
 *   <li>When the log fails, versions that are not durable are rolled back. Their commands fail with
 *       {@code InternalError} and an unknown outcome. Later writes are refused as
 *       {@code ServerBusy} until the log continues, or as {@code InternalError} when it cannot
 *       continue before the store is opened again. Reads continue.
 *   <li>When a page is damaged, reads and writes are refused as {@code ServerBusy} until the store
 *       has replaced the tree by a rebuilt one.
 *   <li>When the page files cannot grow, writes that store something are refused as
 *       {@code ServerBusy} with {@code noSpace}. Removals continue in small turns. The shard looks
 *       for room every 500 ms; see {@code PageRoom}. A removal that needs a new log segment is
 *       refused while the disk has no room for the segment.
 *   <li>When a task throws, the shard answers all commands that it holds, returns to the version
 *       before, and refuses writes as {@code InternalError} with {@code shardFault} until the store
 *       is opened again; see {@code ShardFaults}. An {@code InternalError} of mapped memory does
 *       not name the access that failed, so it stops the writes of every shard. If it is thrown
 *       outside the tasks of shards, above all in network code, nothing distinguishes it from a
 *       failure of that code.
 * </ul>
 *
 * <p>A shard may offer turns to the log that depend on a turn which the log has already lost. Each
 * batch therefore names the log generation in which it was built, and the log refuses those of an
 * earlier generation; see {@code CommitLog}.
 *
 * <p>Start reading at {@link io.weir.engine.shard.Shard}.
 */
@NullMarked
package io.weir.engine.shard;

import org.jspecify.annotations.NullMarked;
