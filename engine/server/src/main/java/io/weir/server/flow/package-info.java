/**
 * The base of the endpoint's own Reactive Streams operators: {@link io.weir.server.flow.OperatorStage}.
 *
 * <p>An operator that Reactor offers is preferred. Each class that extends the stage says why it is not built from Reactor's operators.
 */
@NullMarked
package io.weir.server.flow;

import org.jspecify.annotations.NullMarked;
