package io.weir.hbase.protocol;

/**
 * The order in which rows are read. Messages contain the place in the list: a new order goes to its
 * end.
 */
public enum Order {
  ASCENDING,
  DESCENDING
}
