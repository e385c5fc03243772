/**
 * The engine against a model: random operations of every kind, with restarts, crashes and snapshots
 * between them, on a store and on a sorted map. Both must give the same answers.
 *
 * <p>Clocks are stepped, so the answers agree to the tick of their Timestamps. A seed, which jqwik
 * prints, determines a run. Start with {@link io.weir.engine.model.EngineProperties}.
 */
@NullMarked
package io.weir.engine.model;

import org.jspecify.annotations.NullMarked;
