/**
 * What a store keeps in memory of its pages, and how the rest is read.
 *
 * <p>Pages lie in mapped files, and the memory behind them is the system's page cache. A page that is not there costs its reader a page fault, which blocks
 * the thread for the time of a read of the disk. An event loop must not do that. The store therefore keeps a book of its own: each address of a leaf is
 * marked as warm, cooling or cold ({@code LeafAddress}). A loop that comes to a cold leaf gives up with {@link io.weir.engine.tree.ColdPage}. {@link
 * io.weir.engine.store.residence.ColdReads} reads the page on another thread, up to 16 at once, and calls the loop back, which reads again.
 *
 * <p>{@link io.weir.engine.store.residence.PageMemory} keeps the warm and cooling leaves within a budget: the hand of a clock passes over the trees and
 * makes those cold that were not used since it passed them last. Nothing moves. The system decides what stays in its cache, and as it keeps what was
 * used lately, too, the two agree if the budget is below what the system can keep. A page that is warm in the book and not in memory costs a
 * page fault; one that is cold in the book and in memory costs a hop to another thread.
 *
 * <p>Threads that may block read cold pages themselves.
 *
 * <p>Start with {@link io.weir.engine.store.residence.ColdReads}.
 */
@NullMarked
package io.weir.engine.store.residence;

import org.jspecify.annotations.NullMarked;
