/**
 * Puts load on anything that answers with a publisher, and tells how it answered.
 *
 * <p>A {@link io.weir.perf.load.Workload} is read from a file and says what is done to which entities; {@link io.weir.perf.load.Draws}
 * draws one operation after another from it, always the same for a seed. A {@link io.weir.perf.load.Pace} says when they begin: each
 * of a number of clients as soon as its last one was answered, or all on a schedule, whose latency counts from when an operation was
 * due. {@link io.weir.perf.load.Driver} runs them through a warm-up and rounds, and counts answers, failures, latency, and the
 * processor time of the server and of the load. {@link io.weir.perf.load.Results} is what a run leaves behind, as JSON.
 *
 * <p>Threads: nothing here waits. Operations begin on the driver's one timer thread or on whatever thread answered the one before;
 * {@link io.weir.perf.load.Tally} takes answers on any thread.
 *
 * <p>Failures: an operation that fails is counted under the name of its failure and never ends a run. A file that cannot be read
 * fails with {@link io.weir.perf.load.FileMistake}.
 *
 * <p>Start reading at {@link io.weir.perf.load.Driver}.
 */
@NullMarked
package io.weir.perf.load;

import org.jspecify.annotations.NullMarked;
