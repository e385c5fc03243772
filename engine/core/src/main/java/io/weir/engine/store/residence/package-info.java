/**
 * Keeps a store's pages in memory within a budget, and reads the other pages for loops.
 *
 * <p>An event loop must not wait for the disk. Pages lie in mapped files, in the system's page
 * cache. A page that is not in the cache costs its reader a page fault, which blocks the thread
 * while the disk is read. The store therefore marks the address of each leaf as warm, cooling or
 * cold ({@code LeafAddress}). At a cold leaf a loop gives up its work with
 * {@link io.weir.engine.tree.ColdPage}. {@link io.weir.engine.store.residence.ColdReads} reads the
 * page on another thread, up to 16 pages at once, and calls the loop back, which repeats the work.
 * Threads that may block read cold pages themselves.
 *
 * <p>{@link io.weir.engine.store.residence.PageMemory} keeps the warm and cooling leaves within a
 * budget. When they exceed it, the hand of a clock passes over the trees and makes the leaves cold
 * that were not used since its last pass.
 *
 * <p>The marks are an estimate. No page moves when its mark changes: the system decides what its
 * cache keeps. Both keep the pages that were used last, so they agree if the budget is below what
 * the system can keep. A leaf that is marked warm but is not in memory costs a page fault. A leaf
 * that is marked cold but is in memory costs a hop to another thread.
 *
 * <p>Failures: a read that fails is reported to nobody. Its page counts as warm, and its readers
 * meet the failure in memory: a damaged page as {@code PageDamaged}, memory that the disk cannot
 * fill as {@code InternalError}.
 *
 * <p>Start with {@link io.weir.engine.store.residence.ColdReads}.
 */
@NullMarked
package io.weir.engine.store.residence;

import org.jspecify.annotations.NullMarked;
