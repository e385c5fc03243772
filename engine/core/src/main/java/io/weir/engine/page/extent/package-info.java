/**
 * Page stores: extents, which are files of Chronicle Map, and the pages allocated in them.
 *
 * <p>{@link io.weir.engine.page.extent.ChroniclePageStore} allocates and frees pages. {@link
 * io.weir.engine.page.extent.PageReopening} opens the files of a checkpoint again. {@link io.weir.engine.page} has the page layout and the
 * contracts, and does not know this package.
 *
 * <p>An extent consists of units. The place of a leaf page is one unit, that of a large page a run of units. A background thread makes an extent grow:
 * it hands new units over to the loop when the disk has allocated their blocks. A place that a checkpoint may name is not used again before a later
 * checkpoint is durable ({@code Limbo}).
 *
 * <p>Owner: one shard's loop for each store.
 *
 * <p>Failures: {@link io.weir.engine.page.PagesExhausted} when no page is free now; {@link io.weir.engine.page.PageDamaged} when a page
 * differs from its checksum; {@link io.weir.engine.page.extent.PageFilesChanged} when the files are not those of the checkpoint.
 *
 * <p>Start with {@link io.weir.engine.page.extent.ChroniclePageStore}.
 */
@NullMarked
package io.weir.engine.page.extent;

import org.jspecify.annotations.NullMarked;
