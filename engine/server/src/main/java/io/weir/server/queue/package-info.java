/**
 * The protocol of the Azure Queue service, on a port of its own. Its SDKs and tools work unchanged.
 *
 * <p>{@link io.weir.server.QueueServer} opens the port. {@link io.weir.server.queue.QueueProtocol}
 * receives each request: it reads the path ({@code QueuePath}), authenticates the sender
 * ({@link io.weir.server.auth.QueueAuthentication}) and creates a {@code QueueRoute}, which maps
 * resource, verb and {@code comp} to an operation of {@code ServiceRequests}, {@code QueueRequests}
 * or {@code MessageRequests}. {@code MessageXml} reads and writes the bodies of messages.
 *
 * <p>The facts of the protocol that this package relies on, with their sources, stand in
 * {@code engine/server/QUEUES.md}.
 *
 * <p>Threads: the loop of the connection. The result of a command arrives on the loop of its shard;
 * the response is written on the loop of the connection again.
 *
 * <p>Failures: typed, with the codes of the protocol, as XML.
 */
@NullMarked
package io.weir.server.queue;

import org.jspecify.annotations.NullMarked;
