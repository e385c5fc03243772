/**
 * The latest answers of operations on a schedule: how late they are, by the garbage collector of the server, and how much of that is the
 * machine's.
 *
 * <p>Cores of a virtual machine stall by themselves. A <em>control</em> therefore runs in the same seconds on the same cores: the same kind of
 * schedule against a bare endpoint, which answers a read with constant bytes, and an upsert after it forced the body in a file. What is ours is the
 * difference.
 *
 * <p>{@link io.weir.perf.tail.TailsCommand} is the door. {@code TailRun} has its scenarios, {@code Control} runs beside each schedule, and {@code ForceProbe}
 * measures the disk.
 *
 * <p>Threads: the launcher's blocks; a load, the control and the probe have one each.
 */
@NullMarked
package io.weir.perf.tail;

import org.jspecify.annotations.NullMarked;
