package io.weir.engine.tree;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Leaves of one node that are to be written again: each as it is, or all together as full pages.
 *
 * <p>Runs on: the writer's thread; valid for one version.
 */
final class LeafGroup {

  private final byte[] key;
  private final boolean packs;
  private final BitSet leaves = new BitSet();
  private final List<byte[]> coldKeys = new ArrayList<>();

  /**
   * Makes an empty group.
   *
   * @param key a key that the node covers
   * @param packs whether the leaves are written as full pages; they are neighbours then
   */
  LeafGroup(byte[] key, boolean packs) {
    this.key = key;
    this.packs = packs;
  }

  byte[] key() {
    return key;
  }

  boolean packs() {
    return packs;
  }

  /** Returns the positions of the leaves in the node. */
  BitSet leaves() {
    return leaves;
  }

  /** Returns a key of each cold one. */
  List<byte[]> coldKeys() {
    return coldKeys;
  }

  int size() {
    return leaves.cardinality();
  }
}
