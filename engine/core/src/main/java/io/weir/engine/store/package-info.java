/**
 * A store on disk or in memory: its folder, its shards, its log and its checkpoints.
 *
 * <pre>
 * DIR/STORE            identity: id, format, number of partition groups
 * DIR/lock             held while the store is open
 * DIR/DURABLE          the log's durable position, see {@link io.weir.engine.log.DurableRecord}
 * DIR/APPLIED          only in a node of several: the agreed entry up to which a forced log has got, see {@link io.weir.engine.replication.AppliedFile}
 * DIR/log/             see {@link io.weir.engine.log}
 * DIR/pages/           leaf pages
 * DIR/CHECKPOINT       names the pages of the last checkpoint, see {@link io.weir.engine.checkpoint}
 * DIR/checkpoints/     leaf directories, named by CHECKPOINT
 * DIR/MANIFEST         names the snapshot of a store that was restored, or is of an earlier version, until its first checkpoint is durable
 * DIR/snapshot-*.weir  see {@link io.weir.engine.checkpoint.Snapshots}
 * </pre>
 *
 * <p>{@link io.weir.engine.store.Store#open} opens or creates the store, and starts the shards. It
 * uses the pages of the last checkpoint and replays the log after it. Without a usable checkpoint,
 * {@link io.weir.engine.store.recovery} rebuilds the pages from a snapshot and the log, or from the
 * whole log. {@link io.weir.engine.store.StartWork} counts the work of a start.
 * {@link io.weir.engine.store.Store#close} finishes the accepted writes, stops the shards, and
 * writes a last checkpoint.
 *
 * <p>{@code Maintenance} is the background work of an open store:
 *
 * <ul>
 *   <li>{@code PageCheckpoints} writes checkpoints. If earlier processes ended before theirs were
 *       complete, it writes one before the store serves. {@code CheckpointWatch} looks when one is
 *       due.
 *   <li>{@code LogRetention} cuts the log, and keeps room for the next checkpoint on the disk.
 *   <li>{@code ShardRepairs} rebuilds a shard with a damaged page while the others serve. If it
 *       cannot, it lets the shard serve its sound pages.
 *   <li>{@code CheckpointPins} keeps a checkpoint that a backup reads while later ones are written.
 *   <li>{@code DurableWatch} records the log's durable position.
 *   <li>{@code Scrub} verifies the pages of the checkpoint after a start without a rebuild.
 * </ul>
 *
 * <p>A {@link io.weir.engine.store.Membership} makes a store the node of several. Its log is a
 * {@link io.weir.engine.replication.ReplicatedLog} then. {@code NodeReplica} hands the leader's
 * records to the shards and prepares the store to lead. A node that does not lead refuses reads and
 * writes, and writes checkpoints of its own. A node with a shard that stays refused leads no more,
 * and keeps its last checkpoint and the log after it.
 *
 * <p>Threads: opening and closing block, on a thread of the caller. Each class names its own
 * threads.
 *
 * <p>Failures: {@link io.weir.engine.store.StoreUnusable}; the message says what to do.
 *
 * <p>Start reading at {@link io.weir.engine.store.Store}.
 */
@NullMarked
package io.weir.engine.store;

import org.jspecify.annotations.NullMarked;
