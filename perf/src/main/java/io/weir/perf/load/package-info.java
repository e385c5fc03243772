/**
 * Generates load on anything that answers with a publisher, and counts the answers.
 *
 * <p>A {@link io.weir.perf.load.Pace} decides when operations begin. In a {@link io.weir.perf.load.ClosedLoop} each client begins its next
 * operation when its last one has ended. In an {@link io.weir.perf.load.OpenLoop} operations begin on a schedule, and latency counts from
 * the scheduled time. {@link io.weir.perf.load.Driver} runs a pace through a warm-up and several rounds, and counts answers, failures,
 * latency, and the processor time of server and load.
 *
 * <p>Threads: nothing here blocks. Operations begin on the driver's timer thread or on the thread that answered the operation before;
 * {@code OperationCounters} accepts answers on any thread.
 *
 * <p>Failures: a failed operation is counted under the name of its exception and never ends a run. Start reading at {@link
 * io.weir.perf.load.Driver}.
 */
@NullMarked
package io.weir.perf.load;

import org.jspecify.annotations.NullMarked;
