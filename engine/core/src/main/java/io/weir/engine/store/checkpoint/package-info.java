/**
 * Snapshots of an open store: when one is due, what it contains, and the room that it needs on the disk.
 *
 * <p>{@link io.weir.engine.store.checkpoint.Checkpoints} writes a snapshot when {@code CheckpointPolicy} says that one is due, at the pace of
 * {@code SnapshotPace}. {@link io.weir.engine.store.checkpoint.SnapshotContents} gives the entries of all shards, which {@link
 * io.weir.engine.store.checkpoint.TreeWalk} reads in slices while the shards write. {@link
 * io.weir.engine.store.checkpoint.SnapshotRoom} keeps room for the next snapshot; {@link io.weir.engine.store.checkpoint.NoSpace}
 * recognises a full disk.
 *
 * <p>{@link io.weir.engine.store.checkpoint.LogRetention} cuts the log, and keeps a part of it for named consumers and for other feeds. {@code
 * LostConsumers} tells which consumers a cut has lost.
 *
 * <p>Invariants: each logged byte is written at most twice more. A snapshot becomes current only when the log is durable up to every change
 * that the snapshot may contain, and when no shard has a fault. The log is cut only before a current snapshot.
 *
 * <p>Callers: {@link io.weir.engine.store} only; this package knows neither the store nor its folder. The files are the business of {@link
 * io.weir.engine.snapshot}.
 *
 * <p>Threads: a work thread writes, one at a time. A loop looks once a second whether a snapshot is due.
 *
 * <p>Failures: {@link java.io.IOException}. A failed snapshot is logged and tried again, and the store serves on.
 *
 * <p>Start reading at {@link io.weir.engine.store.checkpoint.Checkpoints}.
 */
@NullMarked
package io.weir.engine.store.checkpoint;

import org.jspecify.annotations.NullMarked;
