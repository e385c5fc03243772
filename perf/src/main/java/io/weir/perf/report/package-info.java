/**
 * Prints results for people: one page of Markdown with its tables, and a file of SVG for each plot.
 *
 * <p>{@link io.weir.perf.report.ComparisonReport} reads stored {@link io.weir.perf.result.Results} and nothing else, so a report can be
 * made again at any time. {@link io.weir.perf.report.Goals} compares the measured ratios with the wanted ones.
 *
 * <p>Threads: any thread; plots need no screen. Failures: a missing measurement leaves a gap, never a number.
 */
@NullMarked
package io.weir.perf.report;

import org.jspecify.annotations.NullMarked;
