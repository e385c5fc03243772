/**
 * Weir beside what people would otherwise use, in one run: {@code java -jar perf/target/perf.jar compare}.
 *
 * <p>A {@link io.weir.perf.compare.ComparisonPlan} says which targets do what at which paces. A {@link io.weir.perf.compare.Session} starts all
 * targets and has them take turns, round by round, so that whatever else the machine does meets all alike; what is compared is then the
 * median of the rounds' ratios. {@link io.weir.perf.compare.GuardCommand} does a few of them, and holds the ratios against stored ones.
 *
 * <p>Threads: commands belong to the launcher's thread, which waits.
 *
 * <p>Failures: a target that is not installed is left out, and said so in the results; one that cannot be started or loaded is left
 * out with what it said. Operations that fail are counted.
 *
 * <p>Start reading at {@link io.weir.perf.compare.CompareCommand}.
 */
@NullMarked
package io.weir.perf.compare;

import org.jspecify.annotations.NullMarked;
