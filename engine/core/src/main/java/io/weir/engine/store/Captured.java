package io.weir.engine.store;

import io.weir.engine.page.extent.Capture;
import io.weir.engine.tree.Tree;

/**
 * A shard's pages as one checkpoint sees them. Immutable.
 *
 * @param shard its number
 * @param owner the tree that the pages belong to; a rebuilt shard has another
 * @param tree the published version
 */
record Captured(int shard, ShardTree owner, Tree tree, Capture pages) {}
