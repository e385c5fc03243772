package io.weir.engine.tree.node;

import java.util.Arrays;

/**
 * Fences collected from several nodes, before they are packed into new ones.
 *
 * <p>Runs on: the writer's thread. Fence i stands before child i. The fence of child 0 is kept
 * because a child may still be put before it, but it belongs to no node here.
 *
 * <p>Fences are stored as references into the nodes that they come from. While a run follows one
 * node from its first child on, as after most edits, it only counts.
 */
public final class FenceRun {

  /** The node's fences that the run follows so far. */
  private final Fences followed;

  private boolean following = true;

  /** The origin of each fence; filled when the run stops following. */
  private Fences[] sources = {};

  private int[] positions = {};
  private int size;

  FenceRun(Fences followed) {
    this.followed = followed;
  }

  void add(Fences source, int position) {
    if (following && source == followed && position == size - 1) {
      size++;
      return;
    }
    stopFollowing(size + 1);
    sources[size] = source;
    positions[size] = position;
    size++;
  }

  /**
   * Adds the fences before a node's children from {@code from}, inclusive, to {@code to},
   * exclusive.
   */
  void addBefore(Fences source, int from, int to) {
    if (following && source == followed && from == size) {
      size = to;
      return;
    }
    stopFollowing(size + to - from);
    for (int child = from; child < to; child++) {
      sources[size] = source;
      positions[size] = child - 1;
      size++;
    }
  }

  private void stopFollowing(int capacity) {
    if (capacity > sources.length) {
      sources = Arrays.copyOf(sources, 2 * capacity);
      positions = Arrays.copyOf(positions, 2 * capacity);
    }
    if (following) {
      following = false;
      for (int child = 0; child < size; child++) {
        sources[child] = followed;
        positions[child] = child - 1;
      }
    }
  }

  void removeLast() {
    size--;
  }

  public Fences source(int child) {
    return following ? followed : sources[child];
  }

  public int position(int child) {
    return following ? child - 1 : positions[child];
  }

  /**
   * Packs the fences between the children from {@code from}, inclusive, to {@code to}, exclusive.
   */
  Fences pack(int from, int to) {
    if (to - from <= 1) {
      return Fences.NONE;
    }
    if (following && from == 0 && to == followed.count() + 1) {
      return followed;
    }
    int bytes = 0;
    int[] ends = new int[to - from - 1];
    for (int child = from + 1; child < to; child++) {
      bytes += source(child).length(position(child));
      ends[child - from - 1] = bytes;
    }
    byte[] keys = new byte[bytes];
    for (int child = from + 1; child < to; child++) {
      int start = child == from + 1 ? 0 : ends[child - from - 2];
      source(child).copy(position(child), keys, start);
    }
    return Fences.pack(keys, ends);
  }
}
