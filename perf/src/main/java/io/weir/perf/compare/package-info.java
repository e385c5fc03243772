/**
 * Measures Weir beside other servers in one run: {@code java -jar perf/target/perf.jar compare},
 * {@code guard}, {@code endpoint}, {@code stream} and {@code bulk}, each with a plan of its own.
 *
 * <p>A {@link io.weir.perf.compare.ComparisonPlan} lists which targets run which workloads at which
 * paces. A {@link io.weir.perf.compare.Session} starts all targets and lets them take turns, round
 * by round, so that a disturbance of the machine meets all of them; ratios are then medians of the
 * rounds' ratios. {@link io.weir.perf.compare.GuardCommand} runs a small plan and compares its
 * ratios with stored ones.
 *
 * <p>Threads: commands belong to the launcher's thread, which blocks.
 *
 * <p>Failures: a target that is missing, does not start, or does not load is left out; the results
 * say so, with the reason. Failed operations are counted. Start reading at
 * {@link io.weir.perf.compare.CompareCommand}.
 */
@NullMarked
package io.weir.perf.compare;

import org.jspecify.annotations.NullMarked;
