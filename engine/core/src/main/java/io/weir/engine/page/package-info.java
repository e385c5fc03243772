/**
 * Leaf pages: their bytes, and the memory that holds them.
 *
 * <p>A page is a run of entries (key, value) in key order. It is written once, into memory that a
 * {@link PageStore} hands out, and never changed; whoever holds its address reads it where it lies.
 * {@link LeafPage} draws the layout and reads it, {@link LeafPlan} puts entries of old pages and
 * new entries together and writes the result. Keys compare as unsigned bytes; values are opaque.
 *
 * <p>{@link ChroniclePageStore} keeps pages in files of Chronicle Map and is the only place that
 * knows it. The map serves as an allocator: it finds room for an entry, and from then on the
 * address of the entry's value is all that is used. Nobody looks a page up by its id, because the
 * tree keeps the address beside it. The files are scratch: the truth is the log and the snapshots.
 * What an orderly stop leaves can be opened again by {@link PageReopening}, which looks each page up
 * once.
 *
 * <p><b>No mapped page is touched whose block the disk has not given.</b> A store to a hole of a full
 * disk fails with an {@code InternalError}, which up to JDK 20 may be thrown later than the access
 * and in code that has nothing to do with it, or ends the process. {@link
 * io.weir.engine.disk.DiskSpace#reserve} writes zeros first, off the loop; a file's reserved part is a
 * prefix, since its map has one segment. What was reserved stays with the file until that is deleted.
 * On a file system that copies what is written again (btrfs, ZFS) no room is reserved for that.
 *
 * <p>Owner: a store belongs to one shard, and only that shard's loop allocates and frees. Reading a
 * page takes no thread in particular, as long as the page is not freed meanwhile; the tree's epochs
 * see to that. Addresses are not checked: to read a freed page returns another page's bytes, to
 * read a page of a closed store stops the process.
 *
 * <p>A page that was opened again is compared with its checksum before its first use, by the thread that uses it
 * ({@link FirstUse}).
 *
 * <p>Failures: {@link PageDamaged} when one has changed on the disk; {@link PagesExhausted} when no page can be had now; a store that
 * cannot grow tells its {@link PageStoreListener}.
 *
 * <p>Start with {@link LeafPage}.
 */
@NullMarked
package io.weir.engine.page;

import org.jspecify.annotations.NullMarked;
