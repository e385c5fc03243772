package io.weir.perf.workload;

/** What is done to a table. */
public enum Operation {
  /** One entity by its key, which is there. */
  READ,
  /** One entity stored in place of the one that is there. */
  UPSERT,
  /** One entity of a key that is not there. */
  INSERT,
  /** A read, and after its answer an upsert of the same key. */
  READ_MODIFY_WRITE,
  /** Entities that follow each other within a partition. */
  SCAN,
  /** Entities of one partition stored as one: all or nothing. */
  BATCH,
  /** Entities of any partitions stored in the way that is fastest for many; each may fail alone. */
  BULK,
  /** All entities there are, in the way that is fastest for all. */
  STREAM
}
