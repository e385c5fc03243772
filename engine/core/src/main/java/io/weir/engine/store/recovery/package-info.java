/**
 * What a start recovers shards from, and what is kept for it: checkpoint or snapshot, the log after
 * it, and the room of the next checkpoint.
 *
 * <p><b>Recovery.</b> {@link io.weir.engine.store.recovery.ShardRecovery} fills the tree of one
 * shard. {@link io.weir.engine.store.recovery.LogHandover} distributes the records of a log to the
 * recoveries of all shards, and {@link io.weir.engine.store.recovery.RebuildProgress} counts and
 * logs the work.
 *
 * <p><b>Retention.</b> {@link io.weir.engine.store.recovery.LogRetention} cuts the log, and keeps a
 * part of it for named consumers and for other feeds. {@code LostConsumers} finds the consumers
 * that lose changes by a cut. {@link io.weir.engine.store.recovery.ServingShards} says whether the
 * shards are sound, and waits until they have published.
 * {@link io.weir.engine.store.recovery.CheckpointRoom} keeps room for the next checkpoint;
 * {@link io.weir.engine.store.recovery.NoSpace} recognises a full disk.
 *
 * <p>Invariants: the records of a shard are applied in the order of the log. A record is applied as
 * a turn of the shard applied it, so that a recovery repeats what was published. Memory is bounded:
 * the records that wait take a sixteenth of the heap, at most 64 MiB. The log is cut only before a
 * durable checkpoint.
 *
 * <p>Callers: {@link io.weir.engine.store} rebuilds all shards when it opens a store, one damaged
 * shard while the others serve, and cuts the log after a checkpoint. {@link io.weir.engine.offline}
 * rebuilds the tables that have indexes. This package knows neither the store nor its folder.
 * {@link io.weir.engine.checkpoint} has the files of checkpoints.
 *
 * <p>Threads: one thread reads the log, and work threads apply the records, one at a time for each
 * shard. A work thread cuts, one at a time.
 *
 * <p>Failures: {@link java.io.IOException}, those of the files of checkpoint or snapshot, and of
 * the trees; a malformed record of the log is an {@link IllegalStateException}.
 *
 * <p>Start reading at {@link io.weir.engine.store.recovery.ShardRecovery} and
 * {@link io.weir.engine.store.recovery.LogRetention}.
 */
@NullMarked
package io.weir.engine.store.recovery;

import org.jspecify.annotations.NullMarked;
