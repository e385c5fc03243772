/**
 * The machine and the processes on it: starts servers and other programs as child processes, each
 * in a folder of its own, and reads clocks and limits.
 *
 * <p>{@link io.weir.perf.process.ChildProcess} starts a program, waits until it serves, and deletes
 * its folder when it is closed. Servers that need more than a few options have a class that builds
 * their command: {@link io.weir.perf.process.WeirServerProcess},
 * {@link io.weir.perf.process.PostgresProcess} and {@link io.weir.perf.process.CassandraProcess}.
 * {@link io.weir.perf.process.NodeProcesses} starts, kills and stops the nodes of a cluster.
 * {@link io.weir.perf.process.Servers} are one or several processes that serve together.
 * {@link io.weir.perf.process.Surroundings} holds what all of them share: the folder, the cores,
 * the number of connections. {@link io.weir.perf.process.StoreHome} is the folder of one store.
 *
 * <p>{@link io.weir.perf.process.Environment} describes the machine of a run.
 * {@link io.weir.perf.process.Cpu} reads the processor time of a process.
 * {@link io.weir.perf.process.MachineLimits} measures forces of the disk, memory bandwidth, and
 * {@link io.weir.perf.process.Stalls} of busy cores. {@link io.weir.perf.process.ForceProbe}
 * measures forces at any moment of a run.
 *
 * <p>Threads: starting and closing block the calling thread; measuring the limits blocks for some
 * seconds. Failures: {@link io.weir.perf.process.MissingProgram} if a program is not installed;
 * otherwise an {@code IOException} with the last output of the program. An unreadable fact of the
 * machine is "unknown" or 0; a failed measurement is an {@code IOException}.
 */
@NullMarked
package io.weir.perf.process;

import org.jspecify.annotations.NullMarked;
