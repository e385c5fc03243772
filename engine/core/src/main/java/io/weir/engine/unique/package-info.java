/**
 * Writes to tables with unique indexes: they become joint commands that take and give up claims.
 *
 * <p>A claim ({@link io.weir.engine.index.Claim}) is an entry of the clustered index that names the entity which holds some values. It is in
 * the shard that the hash of the values decides, so two entities that want equal values meet in one shard, wherever they are.
 *
 * <pre>
 * read      the entities and the claims that the writes concern, as they are published
 * plan      which claims each write gives up and takes, and which holder must not imply a claim that is taken
 * commit    one joint command: the writes with their own preconditions, and the operations on claims
 * again     if a shard finds that the plan does not fit what is stored, as {@link io.weir.engine.joint.StalePlan}
 * </pre>
 *
 * <p>A write that moves no claim, such as a change of other properties, stays a command of one shard.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The shard of an entity decides which claims its change moves. It computes them from the indexes and the form that it has, and refuses a
 *       write that does not bring exactly these. A write that was sent before a unique index existed is refused so, too.
 *   <li>A claim passes to another entity only in a command that proves, in the shard of the holder, that the holder does not imply it any
 *       more. A holder that is expired is removed by that command, because it would come back if the clock were set back.
 *   <li>A claim whose holder is gone blocks nothing. Removals of ranges and of expired entities therefore need not touch claims; a sweep
 *       removes them later.
 *   <li>A command that was planned again after a refusal sees the write that it lost to, because a shard answers a refusal after all its
 *       earlier turns are published.
 *   <li>Failures name the client's operation. A violation is answered only if the plans of all earlier operations fit.
 * </ul>
 *
 * <p>Threads: a plan is made on the thread that sends the write, and again on the loop that refused it. Nothing waits.
 *
 * <p>Failures: {@code UniqueIndexViolation}, which names the index and the holder. {@code ServerBusy} with {@code
 * reason=uniqueIndexContention} when other writes have made {@value io.weir.engine.unique.PlannedCommand#MOST_PLANS} plans stale.
 *
 * <p>Start reading at {@link io.weir.engine.unique.UniqueWrites}.
 */
@NullMarked
package io.weir.engine.unique;

import org.jspecify.annotations.NullMarked;
