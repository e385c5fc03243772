/**
 * Runs a store for long under mixed load, with snapshots, stops and kills, and records the memory and disk that it uses. None of them may
 * grow, because the amount of stored data does not.
 *
 * <p>{@link io.weir.perf.soak.Soak} starts one process after the other on the same folder and plots their samples; {@link
 * io.weir.perf.soak.SoakProcess} is such a process, {@link io.weir.perf.soak.MixedLoad} its load.
 *
 * <p>Threads: the command belongs to the launcher's thread, which blocks. Failures: a wrong answer of the store ends the process and the
 * run.
 */
@NullMarked
package io.weir.perf.soak;

import org.jspecify.annotations.NullMarked;
