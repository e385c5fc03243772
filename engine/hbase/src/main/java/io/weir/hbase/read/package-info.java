/**
 * Queries over entities: from a plan to slices, and from slices to pages, counts and streams.
 *
 * <p>{@link io.weir.hbase.read.KeyWalk} walks the rows of a plan, one slice of one region at a time. Between two slices nothing is kept in the
 * cluster, and here only the ranges that are left. {@link io.weir.hbase.read.WholeReads} makes pages and counts of a walk, {@link
 * io.weir.hbase.read.SliceStream} a stream that asks for a slice when its subscriber has requested items.
 *
 * <p>A page is of one moment within each region, and therefore within each partition: it ends where a slice ends within a region.
 *
 * <p>Threads: a walk belongs to one subscription, which uses it from one thread at a time.
 */
@NullMarked
package io.weir.hbase.read;

import org.jspecify.annotations.NullMarked;
