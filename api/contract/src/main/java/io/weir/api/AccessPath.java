package io.weir.api;

/** The way in which a query was answered. Constants go from the cheapest to the most expensive. */
public enum AccessPath {
  /** The filter can match nothing, so nothing was read. */
  NONE,
  /** Reads one entity by its keys. */
  POINT,
  /** Reads several entities by their keys. */
  MULTI_POINT,
  /** Scans one or more ranges of row keys within partitions that the filter names. */
  ROW_RANGE,
  /** Scans one or more whole partitions that the filter names. */
  PARTITION_SCAN,
  /** Reads the entities that have given values, through an index. */
  INDEX_LOOKUP,
  /** Reads one or more ranges of an index. */
  INDEX_RANGE,
  /** Reads ranges of several indexes. */
  INDEX_UNION,
  /** Scans a range of partitions. */
  PARTITION_RANGE,
  /** Scans the whole table. */
  TABLE_SCAN,
  /** The service does not report the path. */
  UNKNOWN
}
