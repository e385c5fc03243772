package io.weir.engine.checkpoint;

/** Receives the entries of a snapshot, shard by shard in ascending order of keys. */
@FunctionalInterface
public interface SnapshotVisitor {

  /** Receives one entry and ownership of the arrays. */
  void entry(byte[] key, byte[] stored);
}
