/**
 * What a shard's tree does not need any more: the entries of dropped tables, and the pages that no version reaches.
 *
 * <p>{@link io.weir.engine.reclaim.DroppedTables} removes the entries, which takes time for the depth of the tree only. {@link
 * io.weir.engine.reclaim.Reclaimer} frees pages in slices, each in a task of the loop, and leaves those that a reader pins.
 *
 * <p>Owner: the shard's loop. Failures: a damaged page ends the work, because the store then replaces the tree; without room for a removal it is tried
 * again.
 */
@NullMarked
package io.weir.engine.reclaim;

import org.jspecify.annotations.NullMarked;
