/**
 * Benchmarks of what only Weir does: takes of messages, and the observation of requests. Each has a store of its own and compares Weir
 * with itself or with a goal.
 *
 * <p>Threads and failures are those of {@code engine}: JMH's threads, which may block; any exception ends its benchmark.
 */
@NullMarked
package io.weir.perf.engine.alone;

import org.jspecify.annotations.NullMarked;
