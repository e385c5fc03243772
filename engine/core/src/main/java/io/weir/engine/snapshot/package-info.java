/**
 * Snapshots: the clustered index of all shards as one file, so that the log before it can go.
 *
 * <p>A snapshot is <em>fuzzy</em>: it is read in slices while writes go on, so it may hold changes later than its position, and
 * half of a batch. It misses nothing that was logged before its position. Log records hold after-images, so replaying the log
 * from the position over the snapshot gives the state at the log's end, whatever the snapshot saw of it early. Source: the fuzzy
 * checkpoints of ARIES (Mohan et al., ACM TODS 17(1), 1992), with physical after-images in place of its page versions.
 *
 * <p>A snapshot counts from the moment the manifest names it. It is forced before, the manifest is replaced by an atomic rename,
 * and the folder is forced after; a crash at any point leaves the old snapshot or the new one.
 *
 * <p>Threads: everything here blocks and belongs to a work thread.
 *
 * <p>Failures: {@link java.io.IOException}; {@link io.weir.engine.snapshot.SnapshotDamaged} names file and offset.
 *
 * <p>Start reading at {@link io.weir.engine.snapshot.Snapshots}.
 */
@NullMarked
package io.weir.engine.snapshot;

import org.jspecify.annotations.NullMarked;
