package io.weir.engine.command;

import io.weir.engine.tree.Tree;
import io.weir.engine.tree.WriteGroup;
import org.jspecify.annotations.Nullable;

/**
 * A version of a shard's tree with changes on top that are not committed to it. Owner: shard loop.
 */
public final class PendingTree {

  private final Tree tree;
  private final WriteGroup changes;

  public PendingTree(Tree tree, WriteGroup changes) {
    this.tree = tree;
    this.changes = changes;
  }

  /** Returns the value of a key, or null if there is none. The array must not be written to. */
  public byte @Nullable [] find(byte[] key) {
    var change = changes.get(key);
    return change == null ? tree.find(key) : change.value();
  }

  /** Returns a cursor that stands at no entry. */
  public PendingCursor cursor() {
    return new PendingCursor(tree, changes);
  }

  /**
   * Returns the tree. Fails with {@link IllegalStateException} if there are changes on top of it.
   */
  public Tree tree() {
    if (!changes.isEmpty()) {
      throw new IllegalStateException("the tree does not hold all changes");
    }
    return tree;
  }
}
