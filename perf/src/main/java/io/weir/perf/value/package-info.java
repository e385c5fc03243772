/**
 * The cost of large values over HTTP, beside the same bytes as entities: bulk writes and a stream of the table, in the same run.
 *
 * <p>{@link io.weir.perf.value.ValuesCommand} starts {@code weir serve} with a small heap as a child process. {@code ValueTransfers} moves the
 * bytes, {@code MemoryPeak} reads the highest memory of a process.
 *
 * <p>Threads: the main thread, which blocks, and one for each process whose memory is read.
 */
@NullMarked
package io.weir.perf.value;

import org.jspecify.annotations.NullMarked;
