/**
 * The numbers that a run produces, and their print for people: one page of Markdown with its
 * tables, and a file of SVG for each plot.
 *
 * <p>{@link io.weir.perf.report.Results} is the file of JSON that a run writes; a
 * {@link io.weir.perf.report.Measurement} in it is one target at one workload and pace.
 * {@link io.weir.perf.report.ReportTable} prints any table as Markdown.
 *
 * <p>{@link io.weir.perf.report.ComparisonReport} reads stored {@link io.weir.perf.report.Results}
 * and nothing else, so a report can be made again at any time. {@link io.weir.perf.report.Goals}
 * compares the measured ratios with the wanted ones.
 *
 * <p>Threads: any thread; values are immutable, and plots need no screen. Failures:
 * {@code InvalidFile} if a file does not hold results; a missing measurement leaves a gap, never a
 * number.
 */
@NullMarked
package io.weir.perf.report;

import org.jspecify.annotations.NullMarked;
