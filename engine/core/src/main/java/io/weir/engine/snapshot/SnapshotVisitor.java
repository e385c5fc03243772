package io.weir.engine.snapshot;

/** Is shown the entries of a snapshot, shard by shard in ascending order of keys. */
@FunctionalInterface
public interface SnapshotVisitor {

  /** Sees one entry; the arrays are the visitor's to keep. */
  void entry(byte[] key, byte[] stored);
}
