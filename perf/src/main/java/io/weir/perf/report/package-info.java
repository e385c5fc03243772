/**
 * What was measured, for people to look at: one page of HTML with its plots in it, which needs no network, and tables of Markdown.
 *
 * <p>{@link io.weir.perf.report.ComparisonReport} is made from stored {@link io.weir.perf.result.Results} and of nothing else, so that it can be made
 * again at any time. {@link io.weir.perf.report.Goals} holds the measured ratios against those that are wanted.
 *
 * <p>Threads: any one; plots are drawn without a screen.
 *
 * <p>Failures: what was not measured leaves a gap, never a number.
 *
 * <p>Start reading at {@link io.weir.perf.report.ComparisonReport}.
 */
@NullMarked
package io.weir.perf.report;

import org.jspecify.annotations.NullMarked;
