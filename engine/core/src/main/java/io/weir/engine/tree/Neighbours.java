package io.weir.engine.tree;

import io.weir.engine.tree.node.Fences;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.LeafRun;
import java.util.Arrays;

/**
 * The leaves beside those that an edit writes, which it reads to join them.
 *
 * <p>Runs on: the writer's thread. A writer that must not wait for the disk is told by
 * {@link ColdPage} which leaf it needs first.
 *
 * @param residentOf the shard that a {@link ColdPage} names; {@link Tree#WAITS} if the writer may
 *     wait for the disk
 */
record Neighbours(int residentOf) {

  /** Above the length of any fence. */
  private static final int LONGEST_FENCE_BYTES = 4 << 10;

  /** Returns the address of a leaf of a node, of which another leaf stands before this one. */
  long enter(LeafBranch node, int child) {
    long address = Tree.enter(node, child, residentOf);
    if (address == 0) {
      throw new ColdPage(residentOf, node.fences().get(child - 1));
    }
    return address;
  }

  /**
   * Returns the address of the first leaf of a node.
   *
   * @param fences with {@code position} names the fence at which the node begins, unless the edit
   *     has dropped leaves before it. A writer that must not wait may then be told of a wrong leaf,
   *     if the node has one leaf only; it ceases to give up after some attempts
   */
  long enterFirst(LeafBranch node, Fences fences, int position) {
    long address = Tree.enter(node, 0, residentOf);
    if (address == 0) {
      throw new ColdPage(
          residentOf, node.count() > 1 ? keyBefore(node.fences().get(0)) : fences.get(position));
    }
    return address;
  }

  /**
   * Returns the address of the last leaf of a node.
   *
   * @param fences with {@code position} names the fence at which the node ends, with the same
   *     exception
   */
  long enterLast(LeafBranch node, Fences fences, int position) {
    int last = node.count() - 1;
    long address = Tree.enter(node, last, residentOf);
    if (address == 0) {
      throw new ColdPage(
          residentOf, last > 0 ? node.fences().get(last - 1) : keyBefore(fences.get(position)));
    }
    return address;
  }

  /**
   * Returns the address of the last leaf of a run.
   *
   * @param node the fences of the node from which the run is made
   */
  long enterLast(LeafRun run, Fences node) {
    long address = residentOf == Tree.WAITS ? run.lastAddress() : run.lastResidentAddress();
    if (address == 0) {
      int position = run.lastFencePosition();
      throw new ColdPage(
          residentOf, position >= 0 ? run.lastFenceSource().get(position) : keyBefore(node.get(0)));
    }
    return address;
  }

  /** Whether the last leaf of a run can be entered without a wait, or the writer may wait. */
  boolean canEnterLast(LeafRun run) {
    return residentOf == Tree.WAITS || run.lastResidentAddress() != 0;
  }

  /** Returns a key that the leaf before a fence covers: no fence lies between the two. */
  static byte[] keyBefore(byte[] fence) {
    int last = fence.length - 1;
    if (fence[last] == 0) {
      return Arrays.copyOf(fence, last); // there is no other key between
    }
    byte[] key = Arrays.copyOf(fence, last + 1 + LONGEST_FENCE_BYTES);
    key[last]--;
    Arrays.fill(key, last + 1, key.length, (byte) 0xFF);
    return key;
  }
}
