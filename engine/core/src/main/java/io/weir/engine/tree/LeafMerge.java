package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;

/**
 * Merges writes, in key order, with the entries of one leaf.
 *
 * <p>Runs on: the writer's thread; used for one leaf.
 */
final class LeafMerge {

  private final LeafPlan plan;
  private final long page;

  /** Number of entries of the page that are in the plan or were omitted. */
  private int done;

  private boolean changed;
  private boolean shrunk;

  /** Begins an empty plan. */
  LeafMerge(LeafPlan plan, long page) {
    this.plan = plan;
    this.page = page;
    plan.startFrom(page);
  }

  void apply(Mutation write) {
    byte[] key = write.key();
    byte[] value = write.value();
    int found = LeafPage.find(page, key, key.length);
    if (found >= 0) {
      takeUpTo(found);
      done++;
      if (value == null) {
        remove();
      } else {
        replace(key, value, found);
      }
    } else if (value != null) {
      insert(key, value, -(found + 1));
    }
  }

  private void takeUpTo(int position) {
    plan.addEntries(page, done, position);
    done = position;
    changed = true;
  }

  private void remove() {
    plan.noteRemoval();
    shrunk = true;
  }

  private void replace(byte[] key, byte[] value, int position) {
    plan.addReplacement(key, value);
    shrunk |= value.length < LeafPage.valueLength(page, position);
  }

  private void insert(byte[] key, byte[] value, int position) {
    takeUpTo(position);
    plan.addInsert(key, value, position);
  }

  /** Adds the rest of the page. Returns false if no write has changed anything. */
  boolean finish() {
    plan.addEntries(page, done, LeafPage.count(page));
    return changed;
  }

  /** Returns whether an entry was removed or became shorter. */
  boolean shrunk() {
    return shrunk;
  }
}
