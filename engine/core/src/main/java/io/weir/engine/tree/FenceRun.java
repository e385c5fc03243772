package io.weir.engine.tree;

import java.util.Arrays;

/**
 * Fences gathered from several nodes, before they are packed into new ones.
 *
 * <p>Runs on: the writer's thread. Fence i stands before child i; that of child 0 is kept, because
 * a child may still come before it, but belongs to no node here.
 *
 * <p>Fences are kept as references into the nodes they come from, so that nothing is copied for
 * those that stay where they are.
 */
final class FenceRun {

  private Fences[] sources;
  private int[] positions;
  private int size;

  FenceRun(int capacity) {
    sources = new Fences[capacity];
    positions = new int[capacity];
  }

  void add(Fences source, int position) {
    ensure(size + 1);
    sources[size] = source;
    positions[size] = position;
    size++;
  }

  /**
   * Adds the fences before each of a node's children from one up to another, which is not included.
   */
  void addBefore(Fences source, int from, int to) {
    ensure(size + to - from);
    for (int child = from; child < to; child++) {
      sources[size] = source;
      positions[size] = child - 1;
      size++;
    }
  }

  private void ensure(int capacity) {
    if (capacity > sources.length) {
      sources = Arrays.copyOf(sources, 2 * capacity);
      positions = Arrays.copyOf(positions, 2 * capacity);
    }
  }

  void removeLast() {
    size--;
  }

  Fences source(int child) {
    return sources[child];
  }

  int position(int child) {
    return positions[child];
  }

  /** Whether these are all the fences of a node, each before the child that it was before. */
  boolean isExactly(Fences fences) {
    if (size != fences.count() + 1) {
      return false;
    }
    for (int child = 1; child < size; child++) {
      if (sources[child] != fences || positions[child] != child - 1) {
        return false;
      }
    }
    return true;
  }

  /** Packs the fences between children from one up to another, which is not included. */
  Fences pack(int from, int to) {
    if (to - from <= 1) {
      return Fences.NONE;
    }
    int bytes = 0;
    int[] ends = new int[to - from - 1];
    for (int child = from + 1; child < to; child++) {
      bytes += sources[child].length(positions[child]);
      ends[child - from - 1] = bytes;
    }
    byte[] keys = new byte[bytes];
    for (int child = from + 1; child < to; child++) {
      int start = child == from + 1 ? 0 : ends[child - from - 2];
      sources[child].copy(positions[child], keys, start);
    }
    return Fences.pack(keys, ends);
  }
}
