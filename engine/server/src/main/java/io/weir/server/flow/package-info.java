/**
 * Parts of the endpoint's own Reactive Streams operators: {@link io.weir.server.flow.Upstream} holds the subscription to the source, and
 * {@link io.weir.server.flow.DrainToken} lets one thread at a time emit.
 *
 * <p>An operator that Reactor offers is preferred. Each class that uses these parts says why it is not built from Reactor's operators.
 */
@NullMarked
package io.weir.server.flow;

import org.jspecify.annotations.NullMarked;
