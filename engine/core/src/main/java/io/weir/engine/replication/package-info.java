/**
 * The write-ahead log of a store that several nodes keep: what a majority has agreed on becomes a
 * log of the same bytes on each node.
 *
 * <p>{@link io.weir.engine.replication.ReplicatedLog} is a {@link io.weir.engine.log.CommitLog}
 * around a {@link io.weir.engine.log.append.FileLog} and a
 * {@link io.weir.engine.consensus.Consensus}:
 *
 * <pre>
 * offer      shards of the leader hand over batches, which name the term in which they were evaluated as their generation
 * propose    when no entry is in flight, the batches that wait become one ({@code EntryForm}), which the consensus forces on a majority
 * committed  each node appends the records of the entry and a mark to its own log, unforced, in the order of the entries
 * kept       the leader acknowledges its batches; a follower hands the records to its shards ({@link io.weir.engine.replication.Replica})
 * </pre>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The log on disk holds committed records only. It is never cut because of the consensus.
 *   <li>A record has one position and one number on all nodes. An entry names the position at which
 *       it begins, and a node whose log ends elsewhere stops. The log therefore writes no mark at a
 *       clean close, which would move the positions of one node.
 *   <li>A batch that was evaluated in one term is proposed for this term or refused. An entry that
 *       is committed in another term than the one that it names changes nothing on any node.
 *   <li>A batch is acknowledged after its entry was committed and is in this node's log. A reader
 *       of the leader sees nothing that a crash of a minority could take back.
 *   <li>Owners hear of their batches in the order of the log: an acknowledgement is called before
 *       the failure of a later batch. A shard that loses a turn rolls back all that it does not
 *       know to be durable, so it must know of the kept turns first.
 *   <li>All batches that one term leaves are failed before a record of another node is handed to a
 *       shard, and a shard takes such a record only when it has rolled back. Nothing that was
 *       evaluated in one term is applied in another.
 *   <li>A node leads, for its shards, when they have applied everything before the term, and the
 *       catalog agrees with them.
 *   <li>An entry that closes a time T comes after every record with a Timestamp up to T: whatever
 *       comes after it, in this term or a later one, has a later Timestamp.
 * </ul>
 *
 * <p><b>Closed times.</b> Each shard gives Timestamps by itself, so the highest one in the log
 * promises nothing: another shard may offer an earlier one afterwards. A follower tells its readers
 * the last closed time that it has applied in its place. (The field says <em>closed timestamp</em>,
 * CockroachDB, or <em>safe time</em>, Spanner.) The promise is made in three steps:
 *
 * <ol>
 *   <li>The log thread asks the shards ({@link io.weir.engine.replication.Replica#closeTime}), once
 *       a second at most. Between two commands, when it has offered all that it has evaluated, each
 *       shard raises its Timestamps to the present and names the last one that it gives no more.
 *       The closed time is the least of them.
 *   <li>The next entry says so that contains the last batch which had been offered by then. If no
 *       entry is proposed for ten seconds, one without records is ({@code ClosedTime}). It has to
 *       be an entry: without a majority that knows the time, a later leader whose clock is behind
 *       could give an earlier Timestamp.
 *   <li>The shards of every other node raise their Timestamps to the closed time when the entry is
 *       in the log, before they may lead. The mark of the entry has it, so that a start continues
 *       above it; a checkpoint after the mark has it as the highest Timestamp.
 * </ol>
 *
 * <p>A leader tells, as the state of the copies, the least closed time that the other nodes have
 * which answer have published. They are asked: an entry in the log of a node says nothing of its
 * store.
 *
 * <p>A closed time that is not in an entry when the term ends is forgotten: another leader may have
 * given earlier Timestamps meanwhile. Entries of versions without closed times close none. A node
 * of such a version ignores them, so the promise holds over its terms only if its clock is not
 * behind.
 *
 * <p><b>A leader that loses its leadership.</b> The entry in flight has an unknown outcome, and the
 * commands in it fail as {@code InternalError} with {@code outcome=unknown}. Batches that were not
 * proposed are refused; nothing of them is kept. The shards roll back to what is published. If an
 * entry of the lost term is committed nevertheless, it comes back as a record of another node.
 *
 * <p><b>A node that is about to be closed.</b> It takes no more batches, waits until those that it
 * has taken are answered, and then gives the leadership up. A node whose shards do not become ready
 * within thirty seconds gives it up as well, and so does for good a node with a shard that is
 * unsound.
 *
 * <p><b>A crash.</b> An entry whose records were only written may be lost, or its last records,
 * because the log forces at intervals. The place of the last entry that is whole shows in its mark;
 * the consensus delivers the entries after it again, and the log appends only those records of the
 * first one that it lacks. The positions tell which. Marks lie in the log, and a checkpoint lets
 * the log be cut, so the last mark before a checkpoint is also kept in a file of its own
 * ({@code AppliedFile}) before the checkpoint becomes current, and only then the consensus may
 * forget its entries.
 *
 * <p><b>A full disk.</b> If the log finds no room for a segment, the node appends nothing, gives up
 * the leadership, fails what its shards have in flight, and appends the waiting entries in their
 * order when there is room. The other nodes go on. If written bytes cannot be forced, the node
 * stops until it is opened again.
 *
 * <p>Threads: one log thread owns the state and also runs the turns of the file log. The consensus
 * hands over to it through a bounded {@code Inbox}, shards through a bounded queue. Shards and
 * checkpoints read volatile fields.
 *
 * <p>Failures: {@link io.weir.engine.log.LogFailed}, of which {@code notLeader} and
 * {@code leadershipLost} are no faults of this node.
 *
 * <p>Start reading at {@link io.weir.engine.replication.ReplicatedLog}, then {@code Replication}.
 */
@NullMarked
package io.weir.engine.replication;

import org.jspecify.annotations.NullMarked;
