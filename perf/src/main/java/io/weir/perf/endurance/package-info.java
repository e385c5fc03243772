/**
 * How a store fares when it grows large and runs for long.
 *
 * <p><b>Growth</b> is how the cost of a store grows with its size: starts, room on the disk, bytes
 * written, heap, and operations under a limit of memory.
 * {@link io.weir.perf.endurance.GrowthCommand} fills a store of each size and asks
 * {@link io.weir.perf.endurance.GrowthProcess} for one number after the other, each in a JVM of its
 * own, so that a kill is a kill and heap and limits are those of one store.
 * {@link io.weir.perf.endurance.Life} is such a process as its parent sees it;
 * {@link io.weir.perf.endurance.MemoryGroup} limits its memory.
 *
 * <ul>
 *   <li>A start after a kill replays the same length of log at every size: the store writes a
 *       checkpoint, then overwrites rows until its log has grown by that length, and halts. Each
 *       start is halted too, before a checkpoint, so that the next one replays the same log.
 *   <li>Rows are overwritten in random order, so leaves are as full as they are in a store that was
 *       in use for long.
 *   <li>Peers read and write the same rows in turns with Weir, in a group with the same limit.
 * </ul>
 *
 * <p><b>The soak</b> runs a store for long under mixed load, with snapshots, stops and kills, and
 * records the memory and disk that it uses. None of them may grow, because the amount of stored
 * data does not. {@link io.weir.perf.endurance.Soak} starts one process after the other on the same
 * folder and plots their samples; {@link io.weir.perf.endurance.SoakProcess} is such a process,
 * {@link io.weir.perf.endurance.MixedLoad} its load.
 *
 * <p>Threads: the launcher's, which blocks. Failures: an {@code IOException} with the output of the
 * process. A wrong answer of the store ends the process and the run.
 */
@NullMarked
package io.weir.perf.endurance;

import org.jspecify.annotations.NullMarked;
