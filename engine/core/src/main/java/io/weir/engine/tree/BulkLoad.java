package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.tree.node.Fences;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.LeafRun;
import io.weir.engine.tree.node.NodeCut;
import io.weir.engine.tree.node.Nodes;
import io.weir.engine.tree.node.Separator;
import java.util.Arrays;

/**
 * Builds a tree from entries in key order and writes each page once.
 *
 * <p>Runs on: the writer's thread; used once, on a tree that has not begun.
 *
 * <p>A leaf is closed when it is nine tenths full, so that the first later writes find room in it.
 * The leaf before the current one is held back: if the last leaf of a run is so small that both fit
 * one page, they are joined. The invariants of trees therefore hold for this one.
 */
public final class BulkLoad {

  private static final int FULL_TENTHS = 9;

  /** Most pages requested at once; the store makes room for twice the number requested. */
  private static final long MAX_EXPECTED_PAGES = 1 << 16;

  private final VersionedTree tree;
  private final PageStore store;
  private final TreeShape shape;
  private final LeafRun leaves;
  private final LeafPlan next = new LeafPlan();
  private LeafPlan filling = new LeafPlan();
  private LeafPlan held = new LeafPlan();

  /** The last key of the leaf written last; empty before the first. */
  private byte[] lastWritten = {};

  private byte[] lastKey = {};

  BulkLoad(VersionedTree tree) {
    this.tree = tree;
    this.store = tree.store();
    this.shape = tree.shape();
    this.leaves = new LeafRun(LeafBranch.EMPTY, store.firstUse());
  }

  /**
   * Requests room for about this many bytes of keys and values at once, up to half a GiB, because
   * creating a page file costs milliseconds, whatever its length. Room for further entries is made
   * when they are added.
   */
  public void expect(long bytes) {
    store.hasRoom(Math.min(bytes / shape.pageBytes(), MAX_EXPECTED_PAGES) / 2, 0);
  }

  /**
   * Adds an entry, whose key must be greater than the key before. The arrays are referenced, not
   * copied.
   *
   * @throws IllegalArgumentException if the key is not greater
   * @throws io.weir.engine.page.PagesExhausted if the page files do not grow
   */
  public void add(byte[] key, byte[] value) {
    if (Arrays.compareUnsigned(lastKey, key) >= 0) {
      throw new IllegalArgumentException("keys do not ascend");
    }
    lastKey = key;
    if (shape.isLarge((long) key.length + value.length)) {
      endRun();
      filling.addReplacement(key, value);
      write(filling);
      filling.clear();
      return;
    }
    next.clear();
    next.addReplacement(key, value);
    if (filling.count() > 0 && isFull()) {
      hold();
    }
    filling.addAll(next);
  }

  private boolean isFull() {
    return filling.lengthBytes() * 10 >= (long) shape.pageBytes() * FULL_TENTHS
        || filling.lengthBytesWithNext(next) > shape.pageBytes();
  }

  /** Holds back the full leaf, and writes the one before it. */
  private void hold() {
    if (joined()) {
      return;
    }
    if (held.count() > 0) {
      write(held);
    }
    LeafPlan written = held;
    held = filling;
    filling = written;
    filling.clear();
  }

  /** Joins the current leaf with the one before, if both fit one page. Returns whether it did. */
  private boolean joined() {
    boolean fit = held.count() > 0
        && filling.count() > 0
        && held.lengthBytesWithNext(filling) <= shape.pageBytes();
    if (fit) {
      held.addAll(filling);
      filling.clear();
    }
    return fit;
  }

  /** Writes the leaves that are not written yet. */
  private void endRun() {
    if (!joined() && held.count() > 0) {
      write(held);
      held.clear();
    }
    LeafPlan last = held.count() > 0 ? held : filling;
    if (last.count() > 0) {
      write(last);
    }
    held.clear();
    filling.clear();
  }

  private void write(LeafPlan plan) {
    makeRoom(plan.lengthBytes());
    byte[] first = plan.key(0);
    PageHandle page = plan.write(store, 0, plan.count());
    leaves.add(page, Fences.of(Separator.between(lastWritten, first)), 0);
    lastWritten = plan.key(plan.count() - 1);
  }

  /**
   * Makes room. The store grows on this thread during the first request, so a second request has
   * the room.
   */
  private void makeRoom(long lengthBytes) {
    boolean large = lengthBytes > shape.pageBytes();
    if (!store.hasRoom(1, large ? lengthBytes : 0)) {
      store.hasRoom(1, large ? lengthBytes : 0);
    }
  }

  /** Publishes the tree of all added entries. */
  public void finish() {
    endRun();
    if (leaves.size() == 0) {
      return;
    }
    Nodes nodes = leaves.toNodes(0, shape.fanout(), NodeCut.EVEN);
    tree.begin(new Tree(nodes.root(shape.fanout()), 0));
  }
}
