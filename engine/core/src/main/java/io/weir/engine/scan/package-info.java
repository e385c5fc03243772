/**
 * Executes a query's plan over the published trees, slice by slice.
 *
 * <p>A slice pins the published version of each shard that it reads, walks leaf pages in key order, and releases its pins before the
 * answer leaves. Between two slices a scan keeps only its last key. A slow reader therefore holds no pages back, and a scan can resume
 * after a restart. A range that spans partitions merges the shards' cursors, which sorts the answer across shards. A scan without
 * order reads shard after shard and does not merge.
 *
 * <p>Threads: a scan belongs to one thread at a time, any thread. It never waits.
 *
 * <p>Failures: {@code TableNotFound} when the table was dropped since the last slice; {@code ServerBusy} when the store is closing.
 *
 * <p>Start reading at {@link io.weir.engine.scan.Scan}.
 */
@NullMarked
package io.weir.engine.scan;

import org.jspecify.annotations.NullMarked;
