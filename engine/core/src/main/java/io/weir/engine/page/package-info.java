/**
 * Leaf pages: their layout, and the contract of the store that allocates them.
 *
 * <p>A page is a run of entries (key, value) in key order. It is written once, into memory that a
 * {@link io.weir.engine.page.PageStore} allocates, and never changes. Readers read it in place, by
 * its address. {@link io.weir.engine.page.LeafPage} draws the layout and reads it.
 * {@link io.weir.engine.page.LeafPlan} combines entries of old pages with new entries and writes
 * the result. Keys compare as unsigned bytes; values are opaque.
 *
 * <p>{@link io.weir.engine.page.extent} keeps pages in files of Chronicle Map and is the only
 * package that uses it. A map has one entry, the room for all pages of its file, which it places
 * when the file is made and is not asked for again. Pages are not looked up by id, because the tree
 * stores the address with it. Files that a checkpoint names are opened again at the next start
 * ({@link io.weir.engine.checkpoint}).
 *
 * <p><b>No code touches a mapped page before the disk has allocated its block.</b> A store into a
 * hole on a full disk fails with an {@code InternalError}, which up to JDK 20 may be thrown later
 * and in unrelated code, or ends the process. {@link io.weir.engine.disk.DiskSpace#reserve}
 * therefore writes zeros first, outside the loop, up to the end of a page of memory: a file system
 * with small blocks allocates several for one page. The reserved part of a file is a prefix. A file
 * keeps its reserved blocks until it is deleted. A file system that copies rewritten blocks (btrfs,
 * ZFS) needs further blocks, which are not reserved.
 *
 * <p>Owner: a store belongs to one shard, and only that shard's loop allocates and frees. Any
 * thread may read a page while the page is not freed; the tree's epochs ensure that. Addresses are
 * not checked: reading a freed page returns another page's bytes, and reading a page of a closed
 * store stops the process.
 *
 * <p>A page that is not in memory is read by its place in the file before a loop touches it; see
 * {@code io.weir.engine.store.residence}.
 *
 * <p>A thread compares a reopened page with its checksum before its first use
 * ({@link io.weir.engine.page.FirstUse}).
 *
 * <p>Failures: {@link io.weir.engine.page.PageDamaged} if a page has changed on the disk;
 * {@link io.weir.engine.page.PagesExhausted} if no page can be allocated now. A store that cannot
 * grow reports it to its {@link io.weir.engine.page.PageStoreListener}.
 *
 * <p>Start with {@link io.weir.engine.page.LeafPage}.
 */
@NullMarked
package io.weir.engine.page;

import org.jspecify.annotations.NullMarked;
