/** Tests of the pieces of partitioning. The pattern as a whole is tested by {@code PartitionedTablesPattern}. */
@NullMarked
package io.weir.client.pattern.partitioned;

import org.jspecify.annotations.NullMarked;
