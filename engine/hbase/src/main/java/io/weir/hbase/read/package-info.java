/**
 * Queries over entities: from a plan to slices, and from slices to pages, counts and streams.
 *
 * <p>{@link io.weir.hbase.read.PlannedRead} makes walks over the rows of a plan: one over all, or one for each region. A {@link
 * io.weir.hbase.read.KeyWalk} reads one slice of one region at a time. Between two slices nothing is kept in the cluster, and here only the
 * ranges that are left. {@link io.weir.hbase.read.WholeReads} makes pages and counts of walks, {@link io.weir.hbase.read.SliceStream} a stream
 * that asks for a slice when its subscriber has requested items.
 *
 * <p>Several regions are read at a time where region servers pass over most rows or few are wanted of each: counts, filters on properties, points
 * in many partitions. The entities still come region by region, in order: an unordered stream can be resumed after any of its entities, so its
 * order may not depend on which region answers first.
 *
 * <p>A page is of one moment within each region, and therefore within each partition: it ends where a slice ends within a region.
 *
 * <p>Threads: a walk belongs to one subscription, which uses it from one thread at a time.
 */
@NullMarked
package io.weir.hbase.read;

import org.jspecify.annotations.NullMarked;
