/**
 * The nodes of a tree, which live on the heap and never change, and the runs that build them.
 *
 * <p>{@link io.weir.engine.tree.node.Branch} is a node. {@link io.weir.engine.tree.node.Fences}
 * holds its separators. {@link io.weir.engine.tree.node.LeafRun} and
 * {@link io.weir.engine.tree.node.BranchRun} collect children and cut them into nodes.
 *
 * <p>Threads: nodes are immutable and safe for any thread; a run belongs to the writer's thread.
 * This package does not know versions, pins or edits; those live in {@code engine.tree}.
 *
 * <p>Failures: {@link io.weir.engine.page.PageDamaged} on the first use of a page that has changed
 * on the disk.
 *
 * <p>Start with {@link io.weir.engine.tree.node.Branch}.
 */
@NullMarked
package io.weir.engine.tree.node;

import org.jspecify.annotations.NullMarked;
