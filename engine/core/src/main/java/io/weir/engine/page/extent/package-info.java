/**
 * Page stores: extents, which are files of Chronicle Map, and the pages allocated in them.
 *
 * <p>{@link io.weir.engine.page.extent.ChroniclePageStore} allocates and frees pages.
 * {@link io.weir.engine.page.extent.PageReopening} opens the files of a checkpoint again.
 * {@link io.weir.engine.page} has the page layout and the contracts, and does not know this
 * package.
 *
 * <p>An extent consists of units. The place of a leaf page is one unit, that of a large page a run
 * of units. A background thread makes an extent grow: it hands new units over to the loop when the
 * disk has allocated their blocks. A place that a checkpoint may name is not used again before a
 * later checkpoint is durable ({@code Limbo}).
 *
 * <p>Owner: one shard's loop for each store.
 *
 * <p><b>Compaction.</b> Files are given back to the disk when they are sparse:
 *
 * <ol>
 *   <li>{@code SparseExtents} chooses them: the sparsest, as long as the other files keep the room
 *       that is likely to be used soon. If they lack it, growth makes it first, and the file is
 *       emptied after that.
 *   <li>No page is allocated in a file that is being emptied. The shard writes the leaves in it
 *       again, at other places ({@link io.weir.engine.tree.LeafRewrite}): versions of the tree with
 *       the same entries, which are not logged.
 *   <li>Their old places wait for a checkpoint, as those of all freed pages.
 *       {@link io.weir.engine.page.extent.ChroniclePageStore#awaitsCheckpoint} asks for one when
 *       nothing else is left in the files.
 *   <li>The manifest is durable, and names no page in them. The places are released, and the files
 *       deleted. The manifest may still name the files: a start, a force and a backup do not miss a
 *       file in which no page is named.
 * </ol>
 *
 * <p>A writer that would lack room ends the emptying, and uses the free places of these files. A
 * full disk or a damaged page ends it too. A crash loses nothing: the next run chooses again. A
 * rebuilt shard has new files, and begins without a choice.
 *
 * <p>Failures: {@link io.weir.engine.page.PagesExhausted} when no page is free now;
 * {@link io.weir.engine.page.PageDamaged} when a page differs from its checksum;
 * {@link io.weir.engine.page.extent.PageFilesChanged} when the files are not those of the
 * checkpoint.
 *
 * <p>Start with {@link io.weir.engine.page.extent.ChroniclePageStore}.
 */
@NullMarked
package io.weir.engine.page.extent;

import org.jspecify.annotations.NullMarked;
