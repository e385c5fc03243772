/**
 * Snapshots: the clustered index of all shards in one file, so that the log before it can be deleted.
 *
 * <p>A snapshot is <em>fuzzy</em>: it is read in slices while writes continue, so it may contain changes later than
 * its position, and half of a batch. It contains everything that was logged before its position. Log records hold
 * after-images, so replaying the log from the position over the snapshot gives the state at the log's end, whatever
 * later changes the snapshot contains. Source: the fuzzy checkpoints of ARIES (Mohan et al., ACM TODS 17(1), 1992),
 * with physical after-images in place of its page versions.
 *
 * <p>A snapshot becomes current when the manifest names it. First the snapshot is forced, then the manifest is
 * replaced by an atomic rename, then the folder is forced. A crash at any point leaves the old snapshot or the new
 * one current.
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
