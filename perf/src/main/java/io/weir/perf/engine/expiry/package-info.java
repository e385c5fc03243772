/**
 * Benchmarks of the removal of expired entities: how fast it is, and what it costs reads and writes beside it.
 *
 * <p>Threads and failures are those of {@code engine}: JMH's threads, which may block; any exception ends its benchmark.
 */
@NullMarked
package io.weir.perf.engine.expiry;

import org.jspecify.annotations.NullMarked;
