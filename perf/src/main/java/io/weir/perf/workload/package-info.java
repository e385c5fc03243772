/**
 * Workloads: what is done to which rows, and the load that does it on a pace and counts the
 * answers.
 *
 * <p>All draws are reproducible from a seed. A {@link io.weir.perf.workload.Workload} is read from
 * a JSON file: the weights of the {@link io.weir.perf.workload.Operation}s, the distribution of
 * keys, the size of rows. {@link io.weir.perf.workload.OperationDraws} draws one operation after
 * another from it. A {@link io.weir.perf.workload.Population} numbers the rows of a table.
 * {@link io.weir.perf.workload.DataSet} does the same for the embedded engine, with numbers in the
 * order of keys. {@link io.weir.perf.workload.IndexedProperties} are added to the rows of tables
 * with indexes.
 *
 * <p><b>Load</b> is generated on anything that answers with a publisher. A
 * {@link io.weir.perf.workload.Pace} decides when operations begin. In a
 * {@link io.weir.perf.workload.ClosedLoop} each client begins its next operation when its last one
 * has ended. In an {@link io.weir.perf.workload.OpenLoop} operations begin on a schedule, and
 * latency counts from the scheduled time. {@link io.weir.perf.workload.Driver} runs a pace through
 * a warm-up and several rounds, and counts answers, failures, latency, and the processor time of
 * server and load.
 *
 * <p>Threads: nothing here blocks. Values are immutable; {@code OperationDraws} belongs to one
 * thread at a time. Operations begin on the driver's timer thread or on the thread that answered
 * the operation before; {@code OperationCounters} accepts answers on any thread.
 *
 * <p>Failures: {@link io.weir.perf.workload.InvalidFile} if a file does not describe a workload. A
 * failed operation is counted under the name of its exception and never ends a run. Start reading
 * at {@link io.weir.perf.workload.Workload} and {@link io.weir.perf.workload.Driver}.
 */
@NullMarked
package io.weir.perf.workload;

import org.jspecify.annotations.NullMarked;
