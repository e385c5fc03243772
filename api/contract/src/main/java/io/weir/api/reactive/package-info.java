/**
 * Parts of hand-written reactive stages, for what Reactor's operators do not offer. For the modules
 * of Weir: not an API.
 *
 * <p>{@link io.weir.api.reactive.RelayStage} is the base of a stage between a publisher and its
 * subscriber. {@link io.weir.api.reactive.SerialDrain} runs one task at a time for many threads.
 * {@link io.weir.api.reactive.Unfold} takes a step for each requested item.
 */
@NullMarked
package io.weir.api.reactive;

import org.jspecify.annotations.NullMarked;
