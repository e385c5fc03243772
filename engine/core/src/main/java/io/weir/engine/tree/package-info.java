/**
 * A persistent B+tree: each write makes a new version, which shares its unchanged parts with the version before.
 *
 * <p>Entries live in leaf pages outside the heap ({@link io.weir.engine.page}). The heap holds nodes ({@link
 * io.weir.engine.tree.node}), whose lowest level stores the id and the address of each leaf. A
 * {@link io.weir.engine.tree.Tree} is one version and is immutable. {@link io.weir.engine.tree.VersionedTree} is the
 * sequence of versions of one shard: the writer commits one sorted group of writes at a time, publishes durable
 * versions, rolls back others, and frees pages that no reader can still see. Readers pin the published version and
 * walk it with a {@link io.weir.engine.tree.Cursor}.
 *
 * <p>Invariants after each commit, which the tests verify: keys ascend; each key lies between the fences of its page
 * and of each node above it; no two neighbouring leaf pages of one node would fit one page, nor two neighbouring
 * nodes one node; an entry that does not fit a leaf page has a large page of its own; and the pages in use are those
 * that some version reaches.
 *
 * <p>Two neighbours together therefore always hold more than one page, and leaf pages are more than half full on
 * average, however close the entries are to the length of a page. An exception is a leaf page alone between two large
 * ones, or alone in its node: it holds at least one entry, and the large page beside it is longer than a leaf page.
 *
 * <p>Owner: one shard's loop writes a tree. Readers are any threads; they take no lock, and neither wait nor make the
 * writer wait.
 *
 * <p>The first thread that reads a page of an earlier run verifies it. Until then the page's address carries a mark,
 * and every read of an address goes through {@code LeafAddress}, which checks the mark.
 *
 * <p>A leaf that was not used for a while is <em>cold</em>. A reader or writer that must not wait for the disk gives up there with {@link
 * io.weir.engine.tree.ColdPage}; {@link io.weir.engine.tree.CoolingHand} decides which leaves are cold.
 *
 * <p>Failures: {@link io.weir.engine.page.PagesExhausted} leaves the tree unchanged.
 * {@link io.weir.engine.page.PageDamaged} leaves it unchanged too, except while pages are freed: the pages to be
 * freed are then lost until the store is opened again.
 *
 * <p>Start with {@link io.weir.engine.tree.VersionedTree}, then {@code GroupEdit}.
 */
@NullMarked
package io.weir.engine.tree;

import org.jspecify.annotations.NullMarked;
