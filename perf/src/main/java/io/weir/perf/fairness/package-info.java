/**
 * What streams cost others: point reads on a schedule beside streams of every kind, on one server.
 *
 * <p>{@link io.weir.perf.fairness.FairnessCommand} starts {@code weir serve} as a process of its own, of this build or of another jar, so
 * that two builds can be compared. A {@code Scenario} names the streams, {@code Streams} has them, {@code PointReads} measures.
 *
 * <p>Threads: each reader of points has one, and the streams share one loop.
 */
@NullMarked
package io.weir.perf.fairness;

import org.jspecify.annotations.NullMarked;
