/**
 * Measures what one server does over HTTP: single reads, streams of a whole table, and bulk writes.
 *
 * <p>{@link io.weir.perf.endpoint.EndpointRun}, {@link io.weir.perf.endpoint.StreamRun} and {@link io.weir.perf.endpoint.BulkRun} are the
 * commands {@code endpoint}, {@code stream} and {@code bulk}. Servers and peers are those of {@code perf.target}, each a process of its
 * own; the load comes from this process. The load is a closed loop or one request at a time, so it finds the highest rate and says
 * nothing about latency. Server and load share the machine: on few cores the server's processor time is the better number.
 *
 * <p>Threads: a run belongs to the launcher's thread, which blocks; requests are sent and answered on the loops of the clients.
 *
 * <p>Failures: a wrong answer ends the run.
 */
@NullMarked
package io.weir.perf.endpoint;

import org.jspecify.annotations.NullMarked;
