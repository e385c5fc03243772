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
  /** Adds 1 to the number of one row that exists, in one operation of the target. */
  INCREMENT,
  /** Adds up the number of all rows; the target answers with the sum alone. */
  SUM,
  /** Reads neighbouring rows of one partition. */
  SCAN,
  /** Stores rows of one partition, all or nothing. */
  BATCH,
  /** Stores rows of any partitions in the fastest way that the target has; each may fail alone. */
  BULK,
  /** Reads all rows in the fastest way that the target has. */
  STREAM,
  /** Stores rows of different partitions, all or nothing and at one moment. */
  JOINT,
  /** Reads the rows that have one value of an indexed property. */
  INDEX_EQ,
  /** Reads two properties of rows in the order of an indexed property. */
  INDEX_RANGE,
  /**
   * Sends a message to a queue, takes one and deletes it, each after the answer to the one before.
   */
  MESSAGE;

  /** Returns whether the rows need a number. */
  public boolean usesNumber() {
    return this == INCREMENT || this == SUM;
  }

  /** Returns whether only an index makes the operation cheap. */
  public boolean usesIndex() {
    return this == INDEX_EQ || this == INDEX_RANGE;
  }
}
