package io.weir.engine.command;

import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Mutation;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.WriteGroup;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A forward cursor over a tree and the changes on top of it, in key order. Owner: shard loop.
 *
 * <p>It merges two sorted sequences. A change hides the tree's entry of the same key; a removal
 * hides it and shows nothing.
 */
public final class PendingCursor {

  private final Cursor below;
  private final WriteGroup changes;
  private Iterator<Mutation> later = Collections.emptyIterator();

  /** The first change that the cursor has not passed; null after the last one. */
  private @Nullable Mutation change;

  /** Whether the cursor stands at {@link #change}, and not at the tree's entry. */
  private boolean isAtChange;

  PendingCursor(Tree tree, WriteGroup changes) {
    this.below = new Cursor().open(tree);
    this.changes = changes;
  }

  /**
   * Moves to the first entry whose key is not smaller than a given key. Returns whether there is
   * one.
   */
  public boolean seek(byte[] key) {
    below.seek(key);
    later = changes.from(key);
    passChange();
    return settle();
  }

  /** Moves to the next entry. Returns whether there is one. */
  public boolean next() {
    if (isAtChange) {
      passChange();
    } else {
      below.next();
    }
    return settle();
  }

  private void passChange() {
    change = later.hasNext() ? later.next() : null;
  }

  private boolean settle() {
    for (var first = change; first != null; first = change) {
      var order = below.isExhausted() ? 1 : below.compareKey(first.key());
      if (order < 0) {
        break;
      }
      if (order == 0) {
        below.next();
      }
      if (!first.isRemoval()) {
        isAtChange = true;
        return true;
      }
      passChange();
    }
    isAtChange = false;
    return !below.isExhausted();
  }

  /** Returns the key. The array must not be written to. */
  public byte[] key() {
    var at = change;
    return isAtChange && at != null ? at.key() : below.key();
  }

  /** Returns the value. The array must not be written to. */
  public byte[] value() {
    var stored = isAtChange && change != null ? change.value() : null;
    return stored == null ? below.value() : stored;
  }
}
