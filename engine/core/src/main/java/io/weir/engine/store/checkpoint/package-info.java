/**
 * The log of an open store after a checkpoint: what is deleted and what is kept, and the room of the next checkpoint.
 *
 * <p>{@link io.weir.engine.store.checkpoint.LogRetention} cuts the log, and keeps a part of it for named consumers and for other feeds. {@code
 * LostConsumers} finds the consumers that lose changes by a cut. {@link io.weir.engine.store.checkpoint.ServingShards} says whether the shards are sound, and
 * waits until they have published. {@link io.weir.engine.store.checkpoint.CheckpointRoom} keeps room for the next checkpoint; {@link
 * io.weir.engine.store.checkpoint.NoSpace} recognises a full disk.
 *
 * <p>Invariant: the log is cut only before a durable checkpoint.
 *
 * <p>Callers: {@link io.weir.engine.store} only; this package knows neither the store nor its folder. {@link io.weir.engine.checkpoint} has the files of
 * checkpoints.
 *
 * <p>Threads: a work thread cuts, one at a time.
 *
 * <p>Failures: {@link java.io.IOException}.
 *
 * <p>Start reading at {@link io.weir.engine.store.checkpoint.LogRetention}.
 */
@NullMarked
package io.weir.engine.store.checkpoint;

import org.jspecify.annotations.NullMarked;
