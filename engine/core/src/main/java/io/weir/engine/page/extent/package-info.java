/**
 * Page stores: extents, which are files of Chronicle Map, and the pages allocated in them.
 *
 * <p>{@link io.weir.engine.page.extent.ChroniclePageStore} allocates and frees pages. {@link
 * io.weir.engine.page.extent.PageReopening} opens the files of a checkpoint again. The page layout and the contracts live in {@link
 * io.weir.engine.page}, which does not know this package.
 *
 * <p>Owner: one shard's loop for each store. Extents grow on a background thread, which hands units over when the disk has allocated
 * their blocks. A place that a checkpoint may name is not used again before a later one is durable ({@code Limbo}).
 *
 * <p>Failures: {@link io.weir.engine.page.PagesExhausted} when no page is free now; {@link io.weir.engine.page.PageDamaged} when a page
 * differs from its checksum; {@link io.weir.engine.page.extent.PageFilesChanged} when the files are not those of the checkpoint.
 *
 * <p>Start with {@link io.weir.engine.page.extent.ChroniclePageStore}.
 */
@NullMarked
package io.weir.engine.page.extent;

import org.jspecify.annotations.NullMarked;
