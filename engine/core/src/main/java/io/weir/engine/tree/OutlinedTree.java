package io.weir.engine.tree;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.PageHandle;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.BranchRun;
import io.weir.engine.tree.node.Fences;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.LeafRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a tree from its {@link Outline}, from the leaves up.
 *
 * <p>Runs on: one thread; used once. Does not read leaf pages.
 */
public final class OutlinedTree {

  private final FirstUse firstUse;
  private LeafRun leaves = new LeafRun(LeafBranch.EMPTY);

  /** For each level above the lowest, the nodes collected below that level's open node. */
  private final List<BranchRun> levels = new ArrayList<>();

  /** The fence before the open node of each level. */
  private final List<Fences> openFences = new ArrayList<>();

  private int height;

  /** Begins a tree whose pages {@code firstUse} verifies before their first use. */
  public OutlinedTree(FirstUse firstUse) {
    this.firstUse = firstUse;
  }

  /**
   * Adds the next leaf. The fence and {@code begins} are those that {@link LeafVisitor} received.
   */
  public void add(byte[] fence, int begins, long id, long address) {
    Fences before = Fences.of(fence);
    if (height == 0) {
      open(before, begins);
    } else if (begins > 0) {
      if (begins >= height) {
        throw new IllegalArgumentException("outline has two roots begins=" + begins);
      }
      closeNodes(begins);
      for (int level = 0; level < begins; level++) {
        openFences.set(level, before);
      }
    }
    leaves.addUnverified(new PageHandle(id, address), firstUse, before, 0);
  }

  private void open(Fences before, int begins) {
    if (begins < 1) {
      throw new IllegalArgumentException("the first leaf begins no node begins=" + begins);
    }
    height = begins;
    for (int level = 0; level < height; level++) {
      openFences.add(before);
      levels.add(new BranchRun());
    }
  }

  /** Closes the open nodes of the lowest levels and adds each to the level above. */
  private void closeNodes(int count) {
    for (int level = 0; level < count; level++) {
      levels.get(level).add(closeNode(level), openFences.get(level), 0);
    }
  }

  private Branch closeNode(int level) {
    if (level == 0) {
      LeafBranch node = leaves.toNode();
      leaves = new LeafRun(LeafBranch.EMPTY);
      return node;
    }
    InnerBranch node = levels.get(level - 1).toNode();
    levels.set(level - 1, new BranchRun());
    return node;
  }

  /** Returns the tree, as version 0. */
  public Tree finish() {
    if (height == 0) {
      return Tree.empty();
    }
    closeNodes(height - 1);
    return new Tree(closeNode(height - 1), 0);
  }
}
