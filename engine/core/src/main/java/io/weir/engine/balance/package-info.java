/**
 * The placement of shards on loops, and its changes while the store works.
 *
 * <p>Every shard has a {@link io.weir.engine.loop.MovableLoop}, which borrows the thread of one of
 * the store's loops. A move of a shard lets its turn end, and runs the next one on another loop. No
 * data moves, nothing waits, and the order of the shard's tasks stays.
 *
 * <p>The {@link io.weir.engine.balance.Balancer} reads the {@link io.weir.engine.balance.Loads}
 * once a second: for each shard the time that its tasks took, for each loop the processor time of
 * its thread. What a loop does besides its shards (connections, requests, reads) does not move, but
 * counts. When the busiest loop has had a fifth more to do than the idlest one for ten seconds, one
 * shard moves from the one to the other, and the count of ten seconds begins anew. The shard that
 * moves is the one after whose move the busier of the two loops has least to do.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A shard runs on one loop at a time. Whatever its tasks wrote is visible to the next task,
 *       on any loop.
 *   <li>A move does not make the busier of two loops busier, and gains at least 1 %. With constant
 *       loads the moves therefore end.
 *   <li>A loop that is less than 20 % busy gives nothing away: such loads are mostly noise.
 *   <li>Only the log's wake-ups and background slices follow the host of a shard; see
 *       {@link io.weir.engine.loop.Loop#host}.
 * </ul>
 *
 * <p>A shard that alone keeps a loop busy cannot be divided. The balancer then moves the others
 * away from it.
 *
 * <p>Start reading at {@link io.weir.engine.balance.Placement}.
 */
@NullMarked
package io.weir.engine.balance;

import org.jspecify.annotations.NullMarked;
