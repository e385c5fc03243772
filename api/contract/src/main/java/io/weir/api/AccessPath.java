package io.weir.api;

/** How a query was answered, from the cheapest to the dearest. */
public enum AccessPath {
  /** The filter can match nothing; nothing was read. */
  NONE,
  /** One entity by its keys. */
  POINT,
  /** Several entities by their keys. */
  MULTI_POINT,
  /** One or more runs of row keys within partitions that the filter names. */
  ROW_RANGE,
  /** One or more whole partitions that the filter names. */
  PARTITION_SCAN,
  /** A run of partitions. */
  PARTITION_RANGE,
  /** The whole table. */
  TABLE_SCAN,
  /** The service does not tell. */
  UNKNOWN
}
