/**
 * From a filter to the keys to read and the entities to keep. Pure: no tree, no thread, no Reactor.
 *
 * <p>{@link io.weir.engine.query.Planner} turns a filter into a {@link io.weir.engine.query.QueryPlan}: disjoint, ascending {@link
 * io.weir.engine.query.KeyRange}s and what they leave open. {@link io.weir.engine.query.Predicate} evaluates the latter on stored
 * bytes, without making objects.
 *
 * <p>Inside, sets of keys are values with an algebra: {@link io.weir.engine.query.Cut} (a place among texts), {@link
 * io.weir.engine.query.TextSet} (intervals of texts), {@link io.weir.engine.query.Region} (rows by partition), {@link
 * io.weir.engine.query.Sketch} (a condition with its region).
 *
 * <p>Threads: plans are immutable and may be shared; a predicate belongs to one thread at a time.
 *
 * <p>Failures: none. Whatever a filter compares a key with, be it no possible key, has a right answer.
 *
 * <p>Start reading at {@link io.weir.engine.query.Planner}.
 */
@NullMarked
package io.weir.engine.query;

import org.jspecify.annotations.NullMarked;
