/**
 * A persistent B+tree: each write makes a new version that shares all it did not touch with the one
 * before.
 *
 * <p>Entries live in leaf pages outside the heap ({@link io.weir.engine.page}); the heap holds
 * {@link Branch} nodes, whose lowest level keeps the id and the address of each leaf. A
 * {@link Tree} is one version and never changes. {@link VersionedTree} is the sequence of versions
 * of one shard: the writer commits a sorted group of writes at a time, publishes what has become
 * durable, takes back what has not, and frees pages that no reader can still see. Readers pin the
 * published version and walk it with a {@link Cursor}.
 *
 * <p>What holds after each commit, and {@link TreeCheck} verifies: keys ascend; each key lies
 * between the fences of its page and of each node above it; no two neighbouring leaf pages under one
 * node would fit into one, nor two neighbouring nodes into one; an entry that does not go into a
 * leaf page has a large page of its own; and the pages in use are those that some version reaches.
 *
 * <p>So two neighbours together always hold more than one page: leaf pages are more than half full,
 * whatever was done, and however near the entries come to the length of a page. What this does not
 * cover is a leaf page alone between two large ones, or alone in its node: it holds at least one
 * entry, and the large page beside it is longer than a leaf page.
 *
 * <p>Owner: a tree is written by one shard's loop. Readers are any threads; they take no lock, and
 * never wait or make the writer wait.
 *
 * <p>A page that an earlier run left is verified by the first thread that reads it: its address bears a mark until then, and
 * {@code LeafAddress} is the only way past it.
 *
 * <p>Failures: {@link io.weir.engine.page.PagesExhausted} leaves the tree as it was;
 * {@link io.weir.engine.page.PageDamaged} does so, too, but when pages are freed: what was to be freed is lost then, for the tree is of no
 * more use.
 *
 * <p>Start with {@link VersionedTree}, then {@link GroupEdit}.
 */
@NullMarked
package io.weir.engine.tree;

import org.jspecify.annotations.NullMarked;
