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
 * How a query is answered: the keys to read, and what to check of each entity read.
 *
 * <p>An entity matches the filter exactly when its key lies in one of the ranges and the residual is true of it. Immutable; any thread.
 *
 * @param path the dearest of the ranges' paths
 * @param ranges disjoint and ascending; at most {@link Planner#MAX_RANGES}
 * @param residual what the ranges leave open; {@link Filter#ALL} when they are exact
 */
public record QueryPlan(AccessPath path, List<KeyRange> ranges, Filter residual) {

  public QueryPlan {
    ranges = List.copyOf(ranges);
  }

  /** Whether every entity in the ranges matches. */
  public boolean isExact() {
    return residual.equals(Filter.ALL);
  }

  /** The residual made ready to be evaluated; empty when there is nothing to check. Each call makes one, for one thread. */
  public Optional<Predicate> predicate() {
    return isExact() ? Optional.empty() : Optional.of(Predicate.of(residual));
  }

  /** What is left of the plan from a continuation on; the plan itself at the start. The path stays that of the whole. */
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

  private static @Nullable KeyRange resumedAt(KeyRange range, Continuation place) {
    return place.direction() == Direction.DESCENDING
        ? range.upTo(place.key(), place.inclusive())
        : range.from(place.key(), place.inclusive());
  }
}
