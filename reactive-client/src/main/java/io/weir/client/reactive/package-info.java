/**
 * Parts of hand-written reactive stages, for what Reactor's operators do not offer. Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.reactive.RelayStage} is the base of a stage between a publisher and its subscriber. {@link
 * io.weir.client.reactive.SerialDrain} runs one task at a time for many threads. {@link io.weir.client.reactive.Unfold} takes a step for each
 * requested item.
 */
@NullMarked
package io.weir.client.reactive;

import org.jspecify.annotations.NullMarked;
