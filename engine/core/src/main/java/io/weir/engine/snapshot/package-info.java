/**
 * Snapshots: the clustered index of all shards in one file, for restores.
 *
 * <p>A snapshot is <em>fuzzy</em>, because the checkpoint is from which it is written: it may contain changes later than
 * its position, and half of a batch. It contains everything that was logged before its position. Log records hold
 * after-images, so replaying the log from the position over the snapshot gives the state at the log's end, whatever
 * later changes the snapshot contains. Source: the fuzzy checkpoints of ARIES (Mohan et al., ACM TODS 17(1), 1992),
 * with physical after-images in place of its page versions.
 *
 * <p>A snapshot becomes current when the manifest names it. First the snapshot is forced, then the manifest is
 * replaced by an atomic rename, then the folder is forced.
 *
 * <p>A backup has a snapshot, and so has a store that was restored or is of a version without checkpoints of pages. Such a store is rebuilt from it, and deletes it when its first
 * checkpoint is durable. An open store writes none.
 *
 * <p>Threads: everything here blocks and belongs to a work thread.
 *
 * <p>Failures: {@link java.io.IOException}; {@link io.weir.engine.snapshot.SnapshotDamaged} names file and offset.
 *
 * <p>Start with {@link io.weir.engine.snapshot.Snapshots}.
 */
@NullMarked
package io.weir.engine.snapshot;

import org.jspecify.annotations.NullMarked;
