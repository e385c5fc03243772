package io.weir.engine.tree;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Leaves of one node that are to be written again: each as it is, or all together as full pages.
 *
 * <p>Runs on: the writer's thread; valid for one version.
 *
 * @param key is covered by the first of them
 * @param packs whether they are written as full pages; they are neighbours then
 * @param leaves their positions in the node
 * @param coldKeys a key of each cold one
 */
record LeafGroup(byte[] key, boolean packs, BitSet leaves, List<byte[]> coldKeys) {

  LeafGroup(byte[] key, boolean packs) {
    this(key, packs, new BitSet(), new ArrayList<>());
  }

  int size() {
    return leaves.cardinality();
  }
}
