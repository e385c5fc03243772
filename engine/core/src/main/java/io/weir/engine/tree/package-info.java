/**
 * A persistent B+tree: each write makes a new version, which shares its unchanged parts with the
 * version before.
 *
 * <p>Entries live in leaf pages outside the heap ({@link io.weir.engine.page}). The heap holds
 * nodes ({@link io.weir.engine.tree.node}), whose lowest level stores the id and the address of
 * each leaf. A {@link io.weir.engine.tree.Tree} is one version and is immutable.
 * {@link io.weir.engine.tree.VersionedTree} is the sequence of versions of one shard: the writer
 * commits one sorted group of writes at a time, publishes durable versions, rolls back others, and
 * frees pages that no reader can still see. Readers pin the published version and walk it with a
 * {@link io.weir.engine.tree.Cursor}.
 *
 * <p>Invariants after each commit, which the tests verify:
 *
 * <ul>
 *   <li>Keys ascend. Each key lies between the fences of its page and of each node above it.
 *   <li>Two neighbouring leaf pages of one node do not fit into one page, nor two neighbouring
 *       nodes into one node.
 *   <li>An entry that does not fit into a leaf page has a large page of its own.
 *   <li>The pages in use are those that some version reaches.
 * </ul>
 *
 * <p>Two neighbours together therefore always hold more than one page, and leaf pages are more than
 * half full on average, also when entries are nearly as long as a page. A leaf page alone between
 * two large pages, or alone in its node, is an exception: it holds at least one entry, and the
 * large page beside it is longer than a leaf page.
 *
 * <p>Owner: one shard's loop writes a tree. Any thread reads it; readers take no lock, and neither
 * wait nor make the writer wait.
 *
 * <p>The first thread that reads a page of an earlier run verifies it. Until then the page's
 * address has a mark, and every read of an address goes through {@code LeafAddress}, which checks
 * the mark.
 *
 * <p>A leaf that was not used for a while is <em>cold</em>; {@link io.weir.engine.tree.CoolingHand}
 * decides which leaves are. A reader or writer that must not wait for the disk gives up at a cold
 * leaf with {@link io.weir.engine.tree.ColdPage}.
 *
 * <p>{@link io.weir.engine.tree.LeafRewrite} writes leaves again without a change of their entries:
 * as fuller pages, or at places in other files.
 *
 * <p>Failures: {@link io.weir.engine.page.PagesExhausted} leaves the tree unchanged.
 * {@link io.weir.engine.page.PageDamaged} leaves it unchanged, too. When it occurs while pages are
 * freed, those pages are not freed until the store is opened again.
 *
 * <p>Start with {@link io.weir.engine.tree.VersionedTree}, then {@code GroupEdit}.
 */
@NullMarked
package io.weir.engine.tree;

import org.jspecify.annotations.NullMarked;
