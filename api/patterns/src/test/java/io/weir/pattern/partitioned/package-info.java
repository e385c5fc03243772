/**
 * Tests of the pieces of partitioning. The pattern as a whole is tested by
 * {@code PartitionedTablesPattern}.
 */
@NullMarked
package io.weir.pattern.partitioned;

import org.jspecify.annotations.NullMarked;
