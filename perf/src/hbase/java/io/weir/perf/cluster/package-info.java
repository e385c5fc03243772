/**
 * Weir over Apache HBase beside HBase's own client, on one cluster of processes in the same run.
 *
 * <p>{@link io.weir.perf.cluster.ClusterCommand} measures each task with both in turn. {@link io.weir.perf.cluster.BareRows} is what a
 * careful user of HBase would write without Weir: a cell for the data and one for its version, changed by {@code checkAndMutate}. Both tables
 * have the same keys, the same number of bytes, equally many regions on the same servers, and force the log.
 *
 * <p>These classes are in the Maven profile {@code hbase} alone. {@code perf/hbase-cluster.sh compare DIR} runs them.
 */
@NullMarked
package io.weir.perf.cluster;

import org.jspecify.annotations.NullMarked;
