/**
 * The partitioning patterns: one table service over several ones, called shards.
 *
 * <p>A {@link io.weir.pattern.partitioned.ShardMap} assigns each PartitionKey to a shard: by its
 * hash, by ranges, or by a list. {@link io.weir.pattern.partitioned.ShardMaps} keeps maps in a
 * table, where all programs find them. {@link io.weir.pattern.partitioned.PartitionedTables} is the
 * table service: it sends each request to the shard of its partition, and a query of several
 * partitions to all shards, whose answers it merges in the order of keys.
 *
 * <p>Invariants: all shards have the same tables. An entity is stored in the shard of its
 * PartitionKey. A program that changes a map moves the entities itself;
 * {@code io.weir.pattern.migration} does both while programs go on.
 *
 * <p>Demand: a merged query reads {@value io.weir.pattern.partitioned.MergedStreams#AHEAD} items of
 * each shard ahead. Threads: those of the shards. Failures: those of the shard; a request of
 * several shards fails when one of them does, and others are not affected.
 */
@NullMarked
package io.weir.pattern.partitioned;

import org.jspecify.annotations.NullMarked;
