/**
 * The command {@code serve}: a store with its endpoint in this process, until a signal stops it.
 *
 * <p>{@code ServeCommand} is the command. {@link io.weir.cli.serve.ServeOptions} gathers the
 * options: where the endpoint listens ({@code ListenOptions}), limits ({@code LimitOptions}),
 * encryption ({@code TlsOptions}), tokens ({@code BearerOptions}), the engine
 * ({@code EngineOptions}) and the accounts ({@code AccountListOptions}). It opens a
 * {@link io.weir.cli.serve.LocalService}, which owns the loops, the store and the server.
 * {@code HeldPorts} takes the ports before the store is opened. The store is a folder of this
 * machine ({@code EngineStore}), or one at an address ({@link io.weir.cli.store}). With
 * {@code NodeOptions} it is a node of a cluster: {@code ClusterNode} makes its part in the
 * agreement, and with {@code StoreCopies}, which makes copies for nodes that were away for too
 * long, alone knows {@code io.weir.cluster}. {@code Renewal} looks for replaced certificates,
 * accounts and keys.
 *
 * <p>{@code TraceExport} makes a span of each request that is sampled, as part of the trace that
 * the request names by the header {@code traceparent} (W3C Trace Context), and sends it to a
 * collector by OTLP over HTTP. A span holds no key of an entity, no query, no signature and no
 * header. Requests never wait: when 2,048 spans wait for the collector, further ones are dropped.
 * Its failures are logged and counted.
 *
 * <p>{@code RehearseCommand} serves a temporary store and sends it requests of each kind, over
 * sockets, signed, in both dialects. The start script {@code weir} runs it once to record which
 * classes a service loads, and from JDK 25 on how its methods behave. Later starts read that
 * archive.
 *
 * <p>Invariants: a failed start leaves no port and no store open. A stop ends the requests in
 * flight first, then the store, then the loops. A service that other machines can reach has no
 * published key, unless the operator allows it.
 *
 * <p>Callers: the launcher; {@link io.weir.cli.demo} serves too. Threads: opening and closing
 * block, on the main thread and on the one of a stop. The checks of {@code Renewal} run on
 * {@code weir-renewal}.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure},
 * {@link io.weir.engine.store.StoreUnusable}; the message says what to do.
 *
 * <p>Start reading at {@link io.weir.cli.serve.ServeCommand}.
 */
@NullMarked
package io.weir.cli.serve;

import org.jspecify.annotations.NullMarked;
