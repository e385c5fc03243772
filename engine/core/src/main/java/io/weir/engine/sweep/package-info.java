/**
 * The background removal of expired entities. An expired entity is invisible before it is removed; see {@link io.weir.engine.expiry}.
 *
 * <p>{@link io.weir.engine.sweep.ExpirySweeper} sends slices through a shard's mailbox, as work of the store itself ({@link
 * io.weir.engine.shard.UpkeepCommand}). A slice finds and removes entities in one step of the loop, so a write that renews an entity comes
 * before or after it. The entries of indexes are removed with the entity.
 *
 * <p>Threads: the shard's loop. Failures: a slice that is refused ends the pass; the next pass begins after the pause.
 *
 * <p>Start reading at {@link io.weir.engine.sweep.ExpirySweeper}.
 */
@NullMarked
package io.weir.engine.sweep;

import org.jspecify.annotations.NullMarked;
