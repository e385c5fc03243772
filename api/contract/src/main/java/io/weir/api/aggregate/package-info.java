/**
 * Aggregates over the answer of a query: counts, sums, extremes and averages, of all entities or of
 * groups of them.
 *
 * <p>An {@link io.weir.api.aggregate.Aggregation} says what is computed. It is also written as
 * text: the part of OData's {@code $apply} that {@link io.weir.api.aggregate.AggregationParser}
 * reads. An {@link io.weir.api.aggregate.AggregateFold} computes it from entities, one after
 * another. Every implementation uses that fold, so all of them answer the same.
 *
 * <pre>
 * function  values that it takes            result; absent without such a value
 * $count    none: it counts entities        Int64, never absent
 * sum       Int32, Int64, Double            Int64 of integers alone, otherwise Double
 * average   Int32, Int64, Double            Double
 * min, max  all but NaN                     the value, in its type
 * </pre>
 *
 * <p>An entity that lacks the property, or has a value of another type there, is skipped by that
 * function and counts for the others.
 *
 * <p>Invariants. A result does not depend on the order of the entities, nor on how they are spread
 * over shards: a sum is exact until it is rounded once, at the end. A sum of integers beyond Int64
 * fails with {@code OutOfRangeInput} and never wraps; a sum with a Double follows IEEE 754, so it
 * may be an infinity or NaN.
 *
 * <p>The order of {@code min}, {@code max} and of the groups is that of {@link io.weir.api.index},
 * in which values of different types have a place, too. Where two numbers are equal, an Int32 comes
 * before an Int64 and that before a Double. Entities belong to one group if their values are equal
 * and of one type; the entities that lack the property are a group, which comes first. Zero and
 * minus zero are one group, and so are all NaN.
 *
 * <p>Memory is bounded by {@link io.weir.api.aggregate.Aggregation#MAX_GROUPS} and
 * {@link io.weir.api.aggregate.Aggregation#MAX_BYTES}, of what a fold holds at each moment: a long
 * extreme counts until a shorter one takes its place. A fold that would exceed them fails with
 * {@code InvalidInput}. Extremes of long texts may therefore exceed the bytes in one order of the
 * entities and not in another one; where both orders have a result, it is the same.
 *
 * <p>Threads: an aggregation is immutable; a fold belongs to one thread at a time. Start reading at
 * {@code Aggregation}.
 */
@NullMarked
package io.weir.api.aggregate;

import org.jspecify.annotations.NullMarked;
