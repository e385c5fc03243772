/**
 * How the cost of a store grows with its size: starts, room on the disk, bytes written, heap, and operations under a limit of memory.
 *
 * <p>{@link io.weir.perf.growth.GrowthCommand} fills a store of each size and asks {@link io.weir.perf.growth.GrowthProcess} for one number after the
 * other, each in a JVM of its own, so that a kill is a kill and heap and limits are those of one store. {@link io.weir.perf.growth.Life} is such a
 * process as its parent sees it; {@link io.weir.perf.growth.MemoryGroup} limits its memory.
 *
 * <ul>
 *   <li>A start after a kill replays the same length of log at every size: the store writes a checkpoint, then overwrites rows until its log has grown by
 *       that length, and halts. Each start is halted too, before a checkpoint, so that the next one replays the same log.
 *   <li>Rows are overwritten in random order, so leaves are as full as they are in a store that was in use for long.
 *   <li>Peers read and write the same rows in turns with Weir, in a group with the same limit.
 * </ul>
 *
 * <p>Threads: the launcher's, which blocks. Failures: an {@code IOException} with the output of the process.
 */
@NullMarked
package io.weir.perf.growth;

import org.jspecify.annotations.NullMarked;
