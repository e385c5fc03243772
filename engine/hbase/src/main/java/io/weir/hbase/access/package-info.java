/**
 * Access to the cluster: calls with their admission, threads and failures, and queries as slices
 * that become pages, counts and streams.
 *
 * <p><b>Calls.</b> {@link io.weir.hbase.access.ClusterCalls} turns a call of HBase's client into a
 * {@code Mono}. {@link io.weir.hbase.access.RegionCalls} calls the coprocessor of a region. HBase's
 * client finds the region, follows its moves and splits, and repeats an attempt that fails. It
 * bounds nothing, so the calls in flight are counted here and refused beyond a limit. When it gives
 * up, the call is made again until the deadline.
 *
 * <p><b>Queries.</b> {@link io.weir.hbase.access.PlannedRead} makes walks over the rows of a plan:
 * one over all, or one for each region. A {@link io.weir.hbase.access.KeyWalk} reads one slice of
 * one region at a time. Between two slices nothing is kept in the cluster, and here only the ranges
 * that are left. {@link io.weir.hbase.access.WholeReads} makes pages and counts of walks,
 * {@link io.weir.hbase.access.SliceStream} a stream that asks for a slice when its subscriber has
 * requested items.
 *
 * <p>Several regions are read at a time where region servers pass over most rows or few are wanted
 * of each: counts, filters on properties, points in many partitions. The entities still come region
 * by region, in order: an unordered stream can be resumed after any of its entities, so its order
 * may not depend on which region answers first.
 *
 * <p>A page is of one moment within each region, and therefore within each partition: it ends where
 * a slice ends within a region.
 *
 * <p>Threads: any may call; results run on {@code weir-hbase-N}. A walk belongs to one
 * subscription, which uses it from one thread at a time.
 */
@NullMarked
package io.weir.hbase.access;

import org.jspecify.annotations.NullMarked;
