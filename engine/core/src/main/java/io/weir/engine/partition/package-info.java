/**
 * Keys of the clustered index and the partition groups that own them: pure functions over bytes.
 *
 * <p>{@link io.weir.engine.partition.TreeKeys} defines the layout of keys. {@link io.weir.engine.partition.PartitionGroups} maps
 * partitions to groups. Threads: any. Failures: none.
 */
@NullMarked
package io.weir.engine.partition;

import org.jspecify.annotations.NullMarked;
