/**
 * Describes the machine and reads its clocks: the environment of a run, what the machine can do at most, and processor time.
 *
 * <p>{@link io.weir.perf.machine.Cpu} reads the processor time of a process. {@link io.weir.perf.machine.MachineLimits} measures forces
 * of the disk, memory bandwidth, and {@link io.weir.perf.machine.Stalls} of busy cores.
 *
 * <p>Threads: any thread; measuring the limits blocks for some seconds. Failures: an unreadable fact is "unknown" or 0; a failed
 * measurement is an {@code IOException}.
 */
@NullMarked
package io.weir.perf.machine;

import org.jspecify.annotations.NullMarked;
