package io.weir.perf;

import io.weir.api.entity.Entity;

/** What a scan found, so that none can be fast by finding less. Belongs to one thread. */
final class Total {

  private int entities;
  private long bytes;

  void add(Entity entity) {
    entities++;
    bytes += entity.encoded().length;
  }

  /** Bytes of the entities found. Fails unless they are as many as a range has. */
  long ofWholeRange() {
    if (entities != DataSet.RANGE_ROWS) {
      throw new IllegalStateException("The range was not read whole. entities=" + entities);
    }
    return bytes;
  }
}
