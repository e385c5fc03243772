/**
 * Carries out a query's plan over the published trees, slice by slice.
 *
 * <p>A slice pins the published version of each shard that it reads, walks leaf pages in the order of keys, and lets go before it
 * answers: pins never outlive a call, and between slices only a key is remembered. So a slow reader holds back nothing, and a
 * scan goes on after a restart as after a pause. Ranges that span partitions merge the shards' cursors, so answers are sorted
 * across shards; who wants no order gets shard after shard, without the merging.
 *
 * <p>Threads: a scan belongs to one thread at a time, any thread. It never waits.
 *
 * <p>Failures: {@code TableNotFound} when the table was dropped since the last slice.
 *
 * <p>Start reading at {@link io.weir.engine.scan.Scan}.
 */
@NullMarked
package io.weir.engine.scan;

import org.jspecify.annotations.NullMarked;
