/**
 * Measures one service under strain: streams beside point reads, the latest answers by garbage
 * collector, large values, and moves of shards between loops.
 *
 * <ul>
 *   <li>{@link io.weir.perf.service.FairnessCommand}: point reads on a schedule beside streams of
 *       every kind, on one server. It starts {@code weir serve} as a child process, from this build
 *       or from another jar, so that two builds can be compared. {@code StreamKind} describes the
 *       streams, {@code ReadStreams} opens them, {@code ScheduledReads} measures.
 *   <li>{@link io.weir.perf.service.TailsCommand}: how late the latest answers of operations on a
 *       schedule are, by the garbage collector of the server, and how much of that is the
 *       machine's. Cores of a virtual machine stall by themselves. A <em>control</em> therefore
 *       runs in the same seconds on the same cores: the same kind of schedule against a bare
 *       endpoint, which answers a read with constant bytes, and an upsert after it forced the body
 *       in a file. What is ours is the difference. {@code TailRun} has the scenarios,
 *       {@code Control} runs beside each schedule, and {@link io.weir.perf.process.ForceProbe}
 *       measures the disk.
 *   <li>{@link io.weir.perf.service.ValuesCommand}: the cost of large values over HTTP, beside the
 *       same bytes as entities: bulk writes and a stream of the table, in the same run. It starts
 *       {@code weir serve} with a small heap. {@code ValueTransfers} moves the bytes,
 *       {@code MemoryPeak} reads the highest memory of a process.
 *   <li>{@link io.weir.perf.service.BalanceCommand}: a skewed load whose busy shards share a loop,
 *       beside the same load with the best placement and with the balancer at work. The load runs
 *       on the loops of an embedded engine: each answer makes the next write on the loop of its
 *       shard, so no other thread takes part of the cores.
 * </ul>
 *
 * <p>Threads: commands belong to the launcher's thread, which blocks. Each connection of scheduled
 * reads, the control, the probe, a load, and each process whose memory is read have a thread; all
 * streams share one loop. Failures: an exception ends the run.
 */
@NullMarked
package io.weir.perf.service;

import org.jspecify.annotations.NullMarked;
