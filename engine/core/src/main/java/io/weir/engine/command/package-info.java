/**
 * Commands as data: the operations of joint commands, decisions, and the entries of a shard as a
 * command sees them.
 *
 * <p>A {@link io.weir.engine.command.JointOperation} is one that a client asks for, one with which
 * the store keeps claims of unique indexes, or a decision. {@link io.weir.engine.indexing} makes
 * joint commands from what it has read, which may be out of date. {@link io.weir.engine.shard}
 * carries them out against what is there, and refuses a command whose operations do not fit it as
 * {@link io.weir.engine.command.StalePlan}. Such a command is planned again; no client sees this.
 *
 * <p>A {@link io.weir.engine.command.Decision} is a function from the entries of a shard to
 * {@link io.weir.engine.command.Changes}. It sees a {@link io.weir.engine.command.PendingTree}: the
 * private tree, and the earlier changes of the turn on top of it. The messages of queues change by
 * decisions.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>An operation belongs to the shard of its key, except that
 *       {@link io.weir.engine.command.YieldClaim} and {@link io.weir.engine.command.CheckClaim}
 *       belong to the shard of the entity and not to that of the claim.
 *   <li>A view of pending entries changes nothing, and no change is added to the turn while a view
 *       is read.
 * </ul>
 *
 * <p>Threads: operations are immutable, and run on any thread. Their arrays of keys are not copied
 * and must not be written to. Pending entries belong to the shard's loop. Failures: those of the
 * tree, which verifies pages.
 *
 * <p>Start reading at {@link io.weir.engine.command.JointOperation}.
 */
@NullMarked
package io.weir.engine.command;

import org.jspecify.annotations.NullMarked;
