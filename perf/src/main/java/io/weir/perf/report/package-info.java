/**
 * Prints results for people: one HTML page with its plots inside, which needs no network, and tables of Markdown.
 *
 * <p>{@link io.weir.perf.report.ComparisonReport} reads stored {@link io.weir.perf.result.Results} and nothing else, so a report can be
 * made again at any time. {@link io.weir.perf.report.Goals} compares the measured ratios with the wanted ones.
 *
 * <p>Threads: any thread; plots need no screen. Failures: a missing measurement leaves a gap, never a number.
 */
@NullMarked
package io.weir.perf.report;

import org.jspecify.annotations.NullMarked;
