package io.weir.engine.tree.node;

/**
 * Chooses where a run of children is cut into nodes.
 *
 * <p>Any thread; pure. Nodes are filled one after the other, and the last two share evenly. If
 * children were added only at the end, the last node keeps the remainder instead, because more
 * children will be added there. If they were added only at the start, the first node does.
 *
 * <p>In each case two neighbours together have more children than one node may have.
 */
public enum NodeCut {
  EVEN {
    @Override
    int end(int start, int count, int fanout) {
      int rest = count - start;
      return rest <= fanout || rest >= 2 * fanout
          ? Math.min(count, start + fanout)
          : start + (rest + 1) / 2;
    }
  },
  AT_END {
    @Override
    int end(int start, int count, int fanout) {
      return Math.min(count, start + fanout);
    }
  },
  AT_START {
    @Override
    int end(int start, int count, int fanout) {
      int first = count % fanout;
      return start == 0 && first > 0 ? first : start + fanout;
    }
  };

  /**
   * Returns where the node that begins with child {@code start} ends, if there are {@code count}
   * children.
   */
  abstract int end(int start, int count, int fanout);

  /** Returns the number of nodes. */
  static int pieces(int count, int fanout) {
    return (count + fanout - 1) / fanout;
  }

  /**
   * Returns the cut that suits edits between two children of a node with {@code count} children.
   */
  public static NodeCut forEdits(int firstEdited, int lastEdited, int count) {
    if (firstEdited == count - 1) {
      return AT_END;
    }
    return lastEdited == 0 ? AT_START : EVEN;
  }
}
