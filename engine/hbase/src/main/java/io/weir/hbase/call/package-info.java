/**
 * Calls to the cluster: admission, the threads of results, and failures.
 *
 * <p>{@link io.weir.hbase.call.ClusterCalls} turns a call of HBase's client into a {@code Mono}. {@link io.weir.hbase.call.RegionCalls} calls
 * the coprocessor of a region.
 *
 * <p>HBase's client finds the region, follows its moves and splits, and repeats an attempt that fails. It bounds nothing, so the calls in
 * flight are counted here and refused beyond a limit. When it gives up, the call is made again until the deadline.
 *
 * <p>Threads: any may call. Results run on {@code weir-hbase-N}.
 */
@NullMarked
package io.weir.hbase.call;

import org.jspecify.annotations.NullMarked;
