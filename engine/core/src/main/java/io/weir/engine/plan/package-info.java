/**
 * Planning over secondary indexes: from a filter and an order to the index entries to read. It does
 * not read entities.
 *
 * <p>{@link io.weir.engine.plan.IndexPlanner} finds for each index the ranges of entries that a
 * filter can match, as {@link io.weir.engine.plan.IndexAccess}. The ranges are a superset; the
 * whole filter is checked on each entity. {@link io.weir.engine.plan.AccessChoice} decides between
 * them and the key ranges of {@link io.weir.engine.query.Planner}, by the numbers of entries that a
 * look at the leaf pages counts.
 *
 * <p>An index is used only when it covers every entity that can match: the filter contains the
 * conditions of a partial index, and a comparison of each property of a sparse one.
 * {@link io.weir.engine.plan.UnusedIndexes} says why an index was not used.
 *
 * <p>Threads: values are immutable. Planning runs on any thread. Failures: {@code InvalidInput} for
 * a hint or an order that no index serves.
 *
 * <p>Start reading at {@link io.weir.engine.plan.IndexPlanner}.
 */
@NullMarked
package io.weir.engine.plan;

import org.jspecify.annotations.NullMarked;
