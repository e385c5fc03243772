package io.weir.engine.advice;

import java.util.List;

/**
 * The partitions of a table, as the tree shows them.
 *
 * @param large the partitions that reach a threshold of size, the largest ones first
 * @param partitions the number of partitions, at most the number that the rules ask for
 */
record PartitionSizes(List<Size> large, int partitions) {

  /**
   * A partition and about its size, never more than it is.
   *
   * @param bytes the length of its pages in memory
   */
  record Size(String partitionKey, long entities, long bytes) {}

  PartitionSizes {
    large = List.copyOf(large);
  }
}
