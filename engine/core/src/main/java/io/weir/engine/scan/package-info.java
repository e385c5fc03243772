/**
 * Executes a query's plan over the published trees, slice by slice.
 *
 * <p>A slice pins the published version of each shard that it reads, walks leaf pages in key order,
 * and releases its pins before the answer leaves. Between two slices a scan keeps only its last
 * key. A slow reader therefore holds no pages back, and a scan can resume after a restart. A range
 * that spans partitions merges the shards' cursors, which sorts the answer across shards. A scan
 * without order reads shard after shard and does not merge.
 *
 * <p>{@link io.weir.engine.scan.Scans} makes the scan of a query. A
 * {@link io.weir.engine.scan.KeyScan} reads key ranges. An {@link io.weir.engine.scan.IndexWalk}
 * answers in the order of an index. A {@link io.weir.engine.scan.CollectedScan} collects what
 * indexes find, shard by shard, and answers in the order of keys; it reads the key ranges when the
 * entries grow too many or an index is dropped. A {@link io.weir.engine.scan.LeafCount} counts
 * exact key ranges by the counters of leaf pages.
 *
 * <p>An index entry counts only as far as its entity, in the same version, agrees with it. A
 * continuation in the order of an index holds the id of the index, so it is refused when the index
 * was dropped, also when another one has its name.
 *
 * <p>Threads: a scan belongs to one thread at a time, any thread. On a loop it never waits: it
 * gives up at a page that is not in memory, and asks for that page and for those that its reader's
 * demand will need ({@code PagesAhead}).
 *
 * <p>Failures: {@code TableNotFound} when the table was dropped since the last slice;
 * {@code ServerBusy} when the store is closing; {@code InvalidInput} when an index that the query
 * needs was dropped.
 *
 * <p>Start reading at {@link io.weir.engine.scan.Scan}.
 */
@NullMarked
package io.weir.engine.scan;

import org.jspecify.annotations.NullMarked;
