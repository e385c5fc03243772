/**
 * From a key to the partition group that owns it: pure functions over bytes.
 *
 * <p>{@link io.weir.engine.partition.TreeKeys} lays out the keys of the clustered index, {@link
 * io.weir.engine.partition.PartitionGroups} spreads partitions over groups. Threads: any. Failures: none.
 */
@NullMarked
package io.weir.engine.partition;

import org.jspecify.annotations.NullMarked;
