/**
 * Takes from queues over the lanes of a store: which lane a message or a take concerns, takes that
 * wait at all lanes of a queue, and the move of messages that were taken too often. A lane itself,
 * its entries and its decisions, is {@link io.weir.engine.queue}.
 *
 * <p>Invariants: a take holds messages of one lane. A lane that has woken a waiting take hears of
 * the outcome, so no message stays because a take did not look. A message that is moved keeps its
 * order among those of its lane.
 *
 * <p>Threads: any thread begins an operation, replies run on the loops of the shards. Steps of a
 * take that waits run one after another, on the loop that came first. Failures: those of the
 * commands; a move that fails leaves its message hidden for a while.
 *
 * <p>Start reading at {@link io.weir.engine.lane.QueueTakes}.
 */
@NullMarked
package io.weir.engine.lane;

import org.jspecify.annotations.NullMarked;
