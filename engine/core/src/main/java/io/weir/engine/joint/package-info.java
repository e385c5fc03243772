/**
 * The operations of joint commands, as data: those that a client asks for, those with which the store keeps claims of unique indexes, and
 * decisions, by which the messages of queues change.
 *
 * <p>{@link io.weir.engine.unique} makes them from what it has read, which may be out of date. {@link io.weir.engine.shard} carries them out
 * against what is there, and refuses a command whose operations do not fit it as {@link io.weir.engine.joint.StalePlan}. Such a command is
 * planned again; no client sees this.
 *
 * <p>Invariants: an operation belongs to the shard of its key, except that {@link io.weir.engine.joint.YieldClaim} and {@link
 * io.weir.engine.joint.CheckClaim} belong to the shard of the entity and not to that of the claim.
 *
 * <p>Threads: everything is immutable. The arrays of keys are not copied and must not be written to. Failures: none.
 *
 * <p>Start reading at {@link io.weir.engine.joint.JointOperation}.
 */
@NullMarked
package io.weir.engine.joint;

import org.jspecify.annotations.NullMarked;
