/**
 * Keeps a store's pages in memory within a budget, and reads the other pages for loops.
 *
 * <p>Pages lie in mapped files. Their memory is the system's page cache. A page that the cache does not hold costs its reader a page fault, which blocks
 * the thread while the disk reads. An event loop must not block. The store therefore keeps its own record: each address of a leaf is
 * marked as warm, cooling or cold ({@code LeafAddress}). A loop that comes to a cold leaf throws {@link io.weir.engine.tree.ColdPage}. {@link
 * io.weir.engine.store.residence.ColdReads} reads the page on another thread, up to 16 pages at once, and calls the loop back. The loop then reads again.
 *
 * <p>{@link io.weir.engine.store.residence.PageMemory} keeps the warm and cooling leaves within the budget. The hand of a clock passes over the trees and
 * marks leaves as cold that nobody has used since its last pass. It moves no page. The system alone decides what its cache holds. Both keep what
 * was used lately, so they agree while the budget is below what the system can keep. A page that is marked warm and not in memory costs a
 * page fault. A page that is marked cold and is in memory costs a hop to another thread.
 *
 * <p>Threads that may block read cold pages themselves.
 *
 * <p>Failures: a read that fails is reported to nobody. Its page counts as warm, and its readers meet the failure in memory: a damaged page as {@code PageDamaged}, memory that the
 * disk cannot fill as {@code InternalError}.
 *
 * <p>Start with {@link io.weir.engine.store.residence.ColdReads}.
 */
@NullMarked
package io.weir.engine.store.residence;

import org.jspecify.annotations.NullMarked;
