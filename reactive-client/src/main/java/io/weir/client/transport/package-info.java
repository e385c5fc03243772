/**
 * Sends one request over a connection and reads its answer. Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.transport.Transport} is the door. {@code Nodes} knows which node of the
 * service leads, {@code Connections} holds the pools of a node, {@code SilenceWatch} gives up
 * requests without an answer, {@code LivenessProbe} closes dead connections, {@code SendTracker}
 * knows whether a request has left this machine.
 *
 * <p>Threads: signals run on the loop of the connection. The timer of {@code SilenceWatch} runs on
 * Reactor's parallel scheduler.
 */
@NullMarked
package io.weir.client.transport;

import org.jspecify.annotations.NullMarked;
