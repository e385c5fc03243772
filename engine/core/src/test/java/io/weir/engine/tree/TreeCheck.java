package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies all invariants of a tree; reads every entry.
 *
 * <p>Runs on: the writer's thread.
 */
public final class TreeCheck {

  private final TreeShape shape;
  private final Set<Long> reached = new HashSet<>();
  private final LeafPlan plan = new LeafPlan();
  private long entries;
  private long nodes;
  private long heapBytes;

  private TreeCheck(TreeShape shape) {
    this.shape = shape;
  }

  /**
   * The parts of a tree.
   *
   * @param heapBytes approximate bytes of all nodes
   */
  public record Census(long entries, long pages, long nodes, int height, long heapBytes) {}

  /**
   * Checks the current version, and that the pages in use are exactly those that it reaches or that
   * wait to be freed.
   *
   * @throws IllegalStateException if an invariant does not hold
   */
  public static Census verify(VersionedTree tree) {
    Tree current = tree.current();
    var check = new TreeCheck(tree.shape());
    check.node(current.root(), null, null);
    long unreached = check.unreached(tree.unreached());
    long inUse = tree.store().stats().pages();
    require(
        check.reached.size() + unreached == inUse,
        "pages in use are not those reached and retired",
        check.reached.size() + unreached,
        inUse);
    return new Census(
        check.entries, check.reached.size(), check.nodes, current.root().height(), check.heapBytes);
  }

  private long unreached(List<RetiredPages> versions) {
    Set<Long> unreached = new HashSet<>();
    for (RetiredPages retired : versions) {
      retired.forEachId(id -> {
        require(unreached.add(id), "a page is retired twice", id, 0);
        require(!reached.contains(id), "a retired page is reached", id, 0);
      });
    }
    return unreached.size();
  }

  private void node(Branch node, byte @Nullable [] low, byte @Nullable [] high) {
    require(
        node.count() <= shape.fanout(),
        "a node has too many children",
        node.count(),
        shape.fanout());
    nodes++;
    heapBytes += node.heapBytes();
    for (int child = 0; child < node.count(); child++) {
      byte[] from = child == 0 ? low : node.fences().get(child - 1);
      byte[] to = child == node.count() - 1 ? high : node.fences().get(child);
      require(
          from == null || to == null || Arrays.compareUnsigned(from, to) < 0,
          "fences do not ascend",
          child,
          0);
      if (node instanceof LeafBranch leaves) {
        leaf(leaves, child, from, to);
      } else {
        inner((InnerBranch) node, child, from, to);
      }
    }
  }

  private void inner(InnerBranch node, int child, byte @Nullable [] low, byte @Nullable [] high) {
    Branch at = node.child(child);
    require(at.count() > 0, "a node is empty", child, 0);
    require(at.height() == node.height() - 1, "leaves differ in depth", at.height(), node.height());
    if (child > 0) {
      int both = node.child(child - 1).count() + at.count();
      require(both > shape.fanout(), "two nodes would fit into one", both, shape.fanout());
    }
    node(at, low, high);
  }

  private void leaf(LeafBranch node, int child, byte @Nullable [] low, byte @Nullable [] high) {
    long page = node.address(child);
    int count = LeafPage.count(page);
    require(reached.add(node.id(child)), "a page is reached twice", node.id(child), child);
    require(count > 0, "a page is empty", node.id(child), child);
    require(
        shape.isLargePage(page) || LeafPage.lengthBytes(page) <= shape.pageBytes(),
        "a page is too long",
        LeafPage.lengthBytes(page),
        shape.pageBytes());
    entries += count;
    keys(page, count, low, high);
    if (child > 0) {
      neighbours(node.address(child - 1), page);
    }
  }

  private void keys(long page, int count, byte @Nullable [] low, byte @Nullable [] high) {
    byte[] previous = null;
    for (int i = 0; i < count; i++) {
      byte[] key = LeafPage.key(page, i);
      require(
          low == null || Arrays.compareUnsigned(low, key) <= 0,
          "a key is below its fence",
          i,
          count);
      require(
          high == null || Arrays.compareUnsigned(key, high) < 0,
          "a key is not below its fence",
          i,
          count);
      require(
          previous == null || Arrays.compareUnsigned(previous, key) < 0,
          "keys do not ascend",
          i,
          count);
      require(LeafPage.find(page, key, key.length) == i, "a key is not found", i, count);
      require(
          count == 1 || !shape.isLarge(LeafPage.entryBytes(page, i)),
          "a large entry has neighbours",
          i,
          count);
      previous = key;
    }
  }

  private void neighbours(long left, long right) {
    if (shape.isLargePage(left) || shape.isLargePage(right)) {
      return;
    }
    plan.clear();
    plan.addPage(left);
    plan.addPage(right);
    require(
        plan.lengthBytes() > shape.pageBytes(),
        "two pages would fit into one",
        plan.lengthBytes(),
        shape.pageBytes());
  }

  private static void require(boolean holds, String what, long found, long expected) {
    if (!holds) {
      throw new IllegalStateException(what + " found=" + found + " expected=" + expected);
    }
  }
}
