/**
 * Measures how fast Weir is, beside other stores, on the same data in the same run.
 *
 * <p>{@link io.weir.perf.Perf} is the main class of {@code perf/target/perf.jar} and the only class
 * here. It starts one command:
 *
 * <ul>
 *   <li>{@code perf.compare}: Weir beside every installed server; the regression guard; single
 *       requests, streams and bulk writes over HTTP;
 *   <li>{@code perf.service}: one service under strain: streams, late answers, large values, moves
 *       of shards;
 *   <li>{@code perf.engine}: the embedded engine beside RocksDB and LMDB, by JMH;
 *       {@code perf.engine.run} runs all of it;
 *   <li>{@code perf.feed}: change feeds;
 *   <li>{@code perf.node}: three nodes that keep one store, and changes of their leader;
 *   <li>{@code perf.pattern}: what the patterns of the client cost;
 *   <li>{@code perf.endurance}: a store that grows large, and one under mixed load that is stopped
 *       and killed.
 * </ul>
 *
 * <p>{@link io.weir.perf.scenario.Scenario}s are what all of them but {@code perf.engine} and the
 * soak measure.
 *
 * <p>Dependencies point one way: commands use {@code perf.scenario}, which drives them and uses
 * {@code perf.report} and {@code perf.target}; targets use {@code perf.peer}; at the bottom are
 * {@code perf.process} and {@code perf.workload}. A test holds this order.
 *
 * <p>Stores are made in {@code java.io.tmpdir}, which must be on the disk to be measured.
 *
 * <p>Threads: each class says which thread owns it. Failures: an exception ends the measurement in
 * which it occurs.
 */
@NullMarked
package io.weir.perf;

import org.jspecify.annotations.NullMarked;
