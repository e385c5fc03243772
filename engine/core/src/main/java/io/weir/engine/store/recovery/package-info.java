/**
 * The recovery of shards: their trees are filled from a checkpoint or a snapshot, and from the log after it.
 *
 * <p>{@link io.weir.engine.store.recovery.ShardRecovery} fills the tree of one shard. {@link
 * io.weir.engine.store.recovery.LogHandover} distributes the records of a log to the recoveries of all shards, and {@link
 * io.weir.engine.store.recovery.RebuildProgress} counts and logs the work.
 *
 * <p>Invariants: the records of a shard are applied in the order of the log. A record is applied as a turn of the shard applied it, so that
 * a recovery repeats what was published. Memory is bounded: the records that wait take a sixteenth of the heap, at most 64 MiB.
 *
 * <p>Callers: {@link io.weir.engine.store} rebuilds all shards when it opens a store, and one damaged shard while the others serve.
 * {@link io.weir.engine.check} rebuilds the tables that have indexes. This package knows neither the store nor its folder.
 *
 * <p>Threads: one thread reads the log, and work threads apply the records, one at a time for each shard.
 *
 * <p>Failures: those of the files of checkpoint or snapshot, and of the trees; a malformed record of the log is an {@link IllegalStateException}.
 */
@NullMarked
package io.weir.engine.store.recovery;

import org.jspecify.annotations.NullMarked;
