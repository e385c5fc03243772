/**
 * Benchmarks of indexes of the embedded engine: reads by index, backfills, and other operations beside a backfill. The peers have no
 * indexes, so Weir is compared with itself. Upserts with indexes are {@code engine.UpsertBenchmark} on other shapes of entities.
 *
 * <p>Threads and failures are those of {@code engine}: JMH's threads, which may block; any exception ends its benchmark.
 */
@NullMarked
package io.weir.perf.engine.index;

import org.jspecify.annotations.NullMarked;
