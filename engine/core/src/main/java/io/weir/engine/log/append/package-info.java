/**
 * The log on disk as a writer: the queue of batches, the log thread's group commit, rotation and
 * forces.
 *
 * <p>{@link io.weir.engine.log.append.FileLog} is the door. {@code GroupCommit} is the log thread's
 * duty cycle, {@code LogWriter} writes frames into segments, and {@code BackgroundForce} forces a
 * segment while the log thread continues to write to it.
 *
 * <p>The formats and the replay live in {@link io.weir.engine.log}, which does not know this
 * package.
 *
 * <p>Threads: any thread offers batches; the thread {@code weir-log} owns everything else.
 *
 * <p>Failures: {@link io.weir.engine.log.LogFailed}.
 *
 * <p>Start with {@link io.weir.engine.log.append.FileLog}.
 */
@NullMarked
package io.weir.engine.log.append;

import org.jspecify.annotations.NullMarked;
