/**
 * Query planning: from a filter to the key ranges to read and the predicate to check. Pure
 * functions: no tree, no thread, no Reactor.
 *
 * <p>{@link io.weir.engine.query.Planner} turns a filter into a
 * {@link io.weir.engine.query.QueryPlan}: disjoint, ascending
 * {@link io.weir.engine.query.EncodedRange}s and a residual filter that the ranges do not decide.
 * {@link io.weir.engine.query.Predicate} evaluates the residual filter on stored bytes and
 * allocates nothing; functions of text read a {@link io.weir.engine.query.StoredText} in place.
 *
 * <p>Sets of keys are values with an algebra: {@link io.weir.engine.query.Cut} (a place in the
 * order of texts), {@link io.weir.engine.query.TextSet} (intervals of texts),
 * {@link io.weir.engine.query.Region} (rows by partition), {@link io.weir.engine.query.KeyBounds}
 * (a condition with the region in which it can be true).
 *
 * <p>Threads: plans are immutable and can be shared. A predicate belongs to one thread at a time.
 *
 * <p>Failures: none. A comparison of a key with a text that is no legal key has a defined answer.
 *
 * <p>Start reading at {@link io.weir.engine.query.Planner}.
 */
@NullMarked
package io.weir.engine.query;

import org.jspecify.annotations.NullMarked;
