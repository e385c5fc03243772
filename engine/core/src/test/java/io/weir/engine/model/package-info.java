/**
 * The engine against a model: random operations of every kind, with restarts, crashes and snapshots
 * in between, on a store and on a sorted map, whose answers have to be the same.
 *
 * <p>Clocks are stepped, so answers agree to the tick of their Timestamps. A run is told by its
 * seed, which jqwik prints. Start with {@link io.weir.engine.model.EngineProperties}.
 */
@NullMarked
package io.weir.engine.model;

import org.jspecify.annotations.NullMarked;
