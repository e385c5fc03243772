/**
 * Benchmarks of what only Weir does: indexes and their backfills, the removal of expired entities,
 * takes of messages, the observation of requests. The peers have none of it, so Weir is compared
 * with itself or with a goal.
 *
 * <p>Benchmarks of indexes are reads by index, backfills, and other operations beside a backfill.
 * Upserts with indexes are {@code engine.UpsertBenchmark} on other shapes of entities. Benchmarks
 * of expiry ask how fast the removal is, and what it costs reads and writes beside it.
 *
 * <p>Threads and failures are those of {@code engine}: JMH's threads, which may block; any
 * exception ends its benchmark.
 */
@NullMarked
package io.weir.perf.engine.alone;

import org.jspecify.annotations.NullMarked;
