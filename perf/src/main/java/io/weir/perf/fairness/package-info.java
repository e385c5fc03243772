/**
 * The cost of streams for other requests: point reads on a schedule beside streams of every kind, on one server.
 *
 * <p>{@link io.weir.perf.fairness.FairnessCommand} starts {@code weir serve} as a child process, from this build or from another jar, so
 * that two builds can be compared. {@code StreamKind} describes the streams, {@code ReadStreams} opens them, {@code ScheduledReads} measures.
 *
 * <p>Threads: each connection of scheduled reads has one thread. All streams share one loop.
 */
@NullMarked
package io.weir.perf.fairness;

import org.jspecify.annotations.NullMarked;
