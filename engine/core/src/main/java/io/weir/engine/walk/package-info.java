/**
 * Background work on shards, in slices: the removal of what has expired, sweeps and backfills of
 * indexes.
 *
 * <p>A {@link io.weir.engine.walk.ShardWalk} goes over the stretches of a pass, one after another,
 * and over a stretch in slices. A {@link io.weir.engine.walk.Stretch} sends one slice at a time and
 * remembers its position; most are an {@link io.weir.engine.walk.UpkeepStretch}, which is a
 * function from a view of the tree to changes. A {@link io.weir.engine.walk.TokenSweep} has one
 * slice, the removal of a range. Another task of this kind is another stretch.
 *
 * <pre>
 *            pass pause           next stretch                  room, turn of the loop
 *   repeat --------------> pass --------------> stretch due? --------------------------> slice
 *               ^           | none left             |  ^ no: look at the next               |
 *               '-----------'                       '--'                                    |
 *                                                                                           |
 *   evaluated  the turn ends. With passes, the loop rests for 0.4 ms if something was changed
 *   durable    the stretch advances. Next slice, or next stretch; with passes, 5 ms later if nothing was changed
 *   cold page  while it looks: the page is read on another thread, and the walk looks again
 *   refused    AGAIN: at once. OVER: next stretch. LATER: after 200 ms; with passes, the pass ends
 *   closing    nothing is sent or scheduled any more
 * </pre>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>One slice of a walk is under way at any time. It is either waiting for its turn or for
 *       room, evaluated and not durable yet, or about to be sent after a pause.
 *   <li>A slice is bounded by its stretch, in entries and in bytes: some tenths of a millisecond,
 *       and one record of the log.
 *   <li>One slice of all walks is evaluated between two polls of a loop
 *       ({@link io.weir.engine.loop.SliceTurns}). A turn ends with the evaluation, so the forces of
 *       several slices overlap.
 *   <li>A slice is offered while the mailbox is at most half full, and waits for room otherwise. It
 *       never takes the place of a command that does not wait.
 *   <li>A slice finds and changes in one step of the loop, so a write comes before it or after it.
 *       An evaluation may be repeated; only {@link io.weir.engine.walk.Stretch#advance} moves a
 *       position that is kept in memory.
 *   <li>A walk with passes loses nothing when a pass ends early: the next one begins with new
 *       stretches. A single pass repeats a refused slice until it is carried out, its table or
 *       index is gone, or the store closes. What it must not begin again after a crash, the stretch
 *       keeps in the tree, in the record of the slice.
 *   <li>A walk counts what its durable slices changed
 *       ({@link io.weir.engine.walk.ShardWalk#changed}). Nothing else outlives a stretch.
 * </ul>
 *
 * <p>Threads: the shard's loop. Starting, the outcome of a slice and the count: any thread.
 *
 * <p>Failures: a refusal never leaves the walk; the stretch decides what it means. It is logged at
 * the level debug.
 *
 * <p>Start reading at {@link io.weir.engine.walk.ShardWalk}.
 */
@NullMarked
package io.weir.engine.walk;

import org.jspecify.annotations.NullMarked;
