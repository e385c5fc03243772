package io.weir.engine.query;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.filter.Filter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way to answer a query: the key ranges to read and the filter to check on each entity in them.
 *
 * <p>An entity matches the query's filter exactly when its key lies in one of the ranges and it
 * satisfies the residual filter. Immutable; any thread.
 *
 * @param path the most expensive access path among the ranges
 * @param ranges disjoint and ascending; at most {@link Planner#MAX_RANGES}
 * @param residual the conditions that the ranges do not decide; {@link Filter#ALL} when the ranges
 *     are exact
 */
public record QueryPlan(AccessPath path, List<EncodedRange> ranges, Filter residual) {

  public QueryPlan {
    ranges = List.copyOf(ranges);
  }

  /** Whether every entity in the ranges matches. */
  public boolean isExact() {
    return residual.equals(Filter.ALL);
  }

  /**
   * Returns the residual filter in compiled form, for one thread; empty when there is nothing to
   * check.
   */
  public Optional<Predicate> predicate() {
    return isExact() ? Optional.empty() : Optional.of(Predicate.of(residual));
  }

  /**
   * Returns the part of the plan from a continuation on, with the whole plan's path; this plan when
   * there is no continuation.
   */
  public QueryPlan resumedAt(@Nullable Continuation place) {
    return place == null
        ? this
        : new QueryPlan(
            path,
            ranges.stream()
                .map(range -> resumedAt(range, place))
                .filter(Objects::nonNull)
                .toList(),
            residual);
  }

  private static @Nullable EncodedRange resumedAt(EncodedRange range, Continuation place) {
    return place.direction() == Direction.DESCENDING
        ? range.upTo(place.key(), place.inclusive())
        : range.from(place.key(), place.inclusive());
  }
}
