/**
 * Drives every measurement that is no benchmark of JMH: scenarios take turns, and their samples
 * become results and a report.
 *
 * <p>A {@link io.weir.perf.scenario.Scenario} is data: a target, a workload, a
 * {@link io.weir.perf.workload.Pace}, a {@link io.weir.perf.scenario.Disturbance}, and how one
 * sample is taken. A sample is a {@link io.weir.perf.workload.Round}: its length, operations, rows,
 * failures, latency, the processor time of server and load, and further numbers by name. A
 * {@link io.weir.perf.scenario.Run} is the driver. {@link io.weir.perf.scenario.RunOptions} is what
 * all commands do before and after it. A command is left with its scenarios.
 *
 * <ul>
 *   <li>The driver measures; scenarios count. Clocks and processor times are read at the borders of
 *       a round, by {@link io.weir.perf.workload.RoundClock} or by
 *       {@link io.weir.perf.workload.Driver}.
 *   <li>Scenarios alternate: each turn goes through them in the opposite order of the turn before.
 *       A ratio is the median of the ratios of samples of the same turn, any other number the
 *       median of the samples.
 *   <li>Turns of a warm-up are taken and dropped. {@code compare} and {@code guard} warm each
 *       target up until its cost stands still.
 *   <li>A failed operation is counted by name. A target that is missing or does not start, and a
 *       scenario that fails, are left out with the reason; the others go on.
 *   <li>Each run writes {@code results.json}, {@code report.md} and its plots into
 *       {@code perf/target/COMMAND}. Data of targets is in {@code java.io.tmpdir} and is deleted.
 * </ul>
 *
 * <p>Threads: the launcher's, which blocks. Failures: an {@code IOException} ends a run. Start
 * reading at {@link io.weir.perf.scenario.Run}.
 */
@NullMarked
package io.weir.perf.scenario;

import org.jspecify.annotations.NullMarked;
