package io.weir.perf.workload;

/** An operation on a table. */
public enum Operation {
  /** Reads one row that exists. */
  READ,
  /** Replaces one row that exists. */
  UPSERT,
  /** Inserts one row that does not exist. */
  INSERT,
  /** Reads a row and, after the answer, replaces it. */
  READ_MODIFY_WRITE,
  /** Reads neighbouring rows of one partition. */
  SCAN,
  /** Stores rows of one partition, all or nothing. */
  BATCH,
  /** Stores rows of any partitions in the fastest way that the target has; each may fail alone. */
  BULK,
  /** Reads all rows in the fastest way that the target has. */
  STREAM
}
