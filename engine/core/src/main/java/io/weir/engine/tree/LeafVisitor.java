package io.weir.engine.tree;

import java.io.IOException;

/** Receives the leaves of one version of a tree, in key order. */
@FunctionalInterface
public interface LeafVisitor {

  /**
   * Receives a leaf.
   *
   * @param fence greater than every key before this leaf, not greater than any key in it; empty for
   *     the first leaf
   * @param begins on how many levels of nodes, from the lowest up, a node begins with this leaf
   * @param address valid during the call only, unless a pin is held
   */
  void leaf(byte[] fence, int begins, long id, long address) throws IOException;
}
