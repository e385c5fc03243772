package io.weir.cli.serve;

import io.weir.cli.store.StoreOpening;
import io.weir.server.auth.Callers;
import io.weir.server.files.Refreshable;
import io.weir.server.http.ServerOptions;
import io.weir.server.operator.ServiceStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The parts of a service in this process.
 *
 * @param store opens the store
 * @param listening address, port and limits of the endpoint
 * @param queuePort port of the queues; without one, or over a store without queues, they are not
 *     served
 * @param healthPort port that serves the probes alone; without one only the service's own does
 * @param callers the authentication of requests
 * @param loops threads that serve, 1 to 1,024
 * @param tracing traces requests; the service closes it
 * @param renewed files and keys that the service checks for changes
 * @param status what the service tells of itself
 */
record ServiceOptions(
    StoreOpening store,
    ServerOptions listening,
    OptionalInt queuePort,
    OptionalInt healthPort,
    Callers callers,
    int loops,
    Optional<TraceExport> tracing,
    List<Refreshable> renewed,
    Optional<ServiceStatus> status) {}
