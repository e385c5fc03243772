package io.weir.hbase.message;

/** The order in which rows are read. Messages contain the ordinal. */
public enum Order {
  ASCENDING,
  DESCENDING
}
