/**
 * The gateway: {@code weir serve --store hbase://...}, the endpoint of {@link io.weir.server} over
 * the store of {@link io.weir.hbase}.
 *
 * <p>{@code ClusterProvider} is found by the command line as a service of Java. It reads a
 * {@code ClusterAddress} and opens a {@code ClusterStore}. {@code ClusterReadiness} answers the
 * probes.
 *
 * <p>Invariants: a gateway holds no state that another lacks. Any number of them may serve one
 * store; one that dies loses nothing but the requests in flight.
 *
 * <p>Threads: opening and closing block, on the thread of the launcher or of a stop. Requests begin
 * on the server's loops and end on {@code weir-hbase-N}, which hand the answer back.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for a wrong address;
 * {@link java.io.IOException} for a cluster that does not answer. Both say what to check.
 */
@NullMarked
package io.weir.gateway;

import org.jspecify.annotations.NullMarked;
