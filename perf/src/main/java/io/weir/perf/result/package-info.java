/**
 * Holds the numbers that a run produces, as records that are stored as JSON, and prints them as tables.
 *
 * <p>{@link io.weir.perf.result.Results} is the file that a run writes; a {@link io.weir.perf.result.Measurement} in it is one target
 * at one workload and pace. {@link io.weir.perf.result.ReportTable} prints any table as Markdown.
 *
 * <p>Threads: all values are immutable. Failures: {@code InvalidFile} if a file does not hold results.
 */
@NullMarked
package io.weir.perf.result;

import org.jspecify.annotations.NullMarked;
