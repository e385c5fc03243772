/**
 * The messages of queues: their entries in the clustered index, and the decisions that read and
 * change them.
 *
 * <p>A queue has an id of the same space as tables, a row in the catalog, and 1 to 16 lanes. The
 * entries of a lane lie in one shard. {@link io.weir.engine.queue.QueueKeys} draws their keys. A
 * message has three entries: its place in the order of visibility, its text, and its moment of
 * expiry. A counter holds the number of messages of the lane. To take a message moves its place and
 * leaves its text where it is.
 *
 * <p>Each operation is one {@link io.weir.engine.shard.DecisionCommand}: its decision reads
 * everything that was written before it, in one step of the shard's loop, and its changes are one
 * record of the log. Two consumers therefore never take one message, and a message is neither lost
 * nor doubled by a crash. The counter of a lane is added to in that step, so it needs neither a
 * version nor a {@link io.weir.api.write.Write.Change}. Replay applies the changes and computes
 * nothing.
 *
 * <p>Time is the Timestamp of the command, which never goes back. After the clock was set back,
 * waiting messages stay visible, and hidden messages stay hidden until the clock has caught up.
 *
 * <p>{@link io.weir.engine.queue.LaneSweep} removes the expired messages that no take meets, as a
 * walk of the shard.
 *
 * <p>A take may wait for a message. {@link io.weir.engine.queue.WaitingTakes} holds it without
 * reading the tree until there is a cause to look.
 *
 * <p>Messages of one lane are in order. An operation concerns one lane, apart from counts, looks
 * and the removal of all messages, which visit one lane after another.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>Each message has exactly one entry of each kind (none of expiry if it never expires), and
 *       the counter is their number.
 *   <li>A receipt names the place of its message and the command that moved it there. It is valid
 *       exactly while that entry exists.
 *   <li>A command visits at most as many entries as it returns, and 100 expired ones, which it
 *       removes. A look at hidden messages removes none, and passes over at most 1,000 expired
 *       ones.
 * </ul>
 *
 * <p>Threads: the shard's loop; keys are pure functions. Failures: refusals are results, and become
 * the failures of the contract.
 *
 * <p>Start reading at {@link io.weir.engine.queue.TakeDecision}.
 */
@NullMarked
package io.weir.engine.queue;

import org.jspecify.annotations.NullMarked;
