/**
 * Measures what moves of shards between loops bring: a skewed load whose busy shards share a loop, beside the same load with the best placement and with
 * the balancer at work.
 *
 * <p>{@link io.weir.perf.balance.BalanceCommand} is the command {@code balance}. The load runs on the loops themselves: each answer makes the next write
 * on the loop of its shard, so no other thread takes part of the cores.
 *
 * <p>Threads: the launcher's, which blocks. Failures: an exception ends the run.
 */
@NullMarked
package io.weir.perf.balance;

import org.jspecify.annotations.NullMarked;
