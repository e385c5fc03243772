package io.weir.engine.shard;

import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;

/** A version of a shard's tree that becomes visible together with versions of other shards. */
interface JointVersion {

  /** Whether all versions are visible to readers. Any thread. */
  boolean isShown();

  /**
   * Hands over the version: it is durable, and all versions before it are published. Shard loop.
   */
  void arrive(VersionedTree ofShard, Tree durable);
}
