/**
 * Point reads over HTTP: how many a second, and what each costs the server, beside an endpoint that answers constant bytes.
 *
 * <p>The server is a process of its own, {@link io.weir.perf.endpoint.ServerMain}; the load comes from this one. The load is a closed
 * loop: a fixed number of requests is always under way, so it finds the most that the server does, and says nothing about latency.
 * Servers and load share the machine, so on few cores the rate is that of both together; the server's own processor time, which
 * the system accounts for it, is the better number.
 *
 * <p>Threads: a run belongs to the launcher's thread, which waits; requests are sent and answered on loops of the load.
 *
 * <p>Failures: any answer but the right one ends the run. Start reading at {@link io.weir.perf.endpoint.EndpointRun}.
 */
@NullMarked
package io.weir.perf.endpoint;

import org.jspecify.annotations.NullMarked;
