/**
 * The entries of a shard as the next command of a turn sees them: the private tree, and the turn's earlier changes on top of it.
 *
 * <p>A {@link io.weir.engine.pending.Decision} is a function of such a view, which makes {@link io.weir.engine.pending.Changes}.
 *
 * <p>Invariants: a view changes nothing, and no change is added to the turn while a view is read.
 *
 * <p>Threads: the shard's loop. Failures: those of the tree, which verifies pages.
 */
@NullMarked
package io.weir.engine.pending;

import org.jspecify.annotations.NullMarked;
