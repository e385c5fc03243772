package io.weir.engine.query;

import io.weir.api.AccessPath;
import io.weir.api.filter.Filter;
import io.weir.engine.query.Region.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a filter into the key ranges that can match and a residual filter.
 *
 * <p>Planning takes three steps. First, {@link KeyBoundsFinder} finds for each condition the
 * {@link Region} of keys for which it can be true. Second, the region of the whole filter becomes
 * key ranges. A condition on rows over a run of partitions is not a key range; such a run is read
 * whole, but not beyond the ranges of keys that other conditions of a conjunction name: these may
 * be the limits of the caller's rights. Third, the filter is reduced by everything that the ranges
 * decide.
 *
 * <p>Pure; any thread. Takes filters within {@link io.weir.api.filter.FilterLimits}, which every
 * {@link io.weir.api.Query} satisfies.
 */
public final class Planner {

  /**
   * The largest number of ranges in a plan. A plan with more reads each partition's rows as one
   * range. A filter within its limits names fewer partition bounds and fewer single keys than this.
   * A list of keys is therefore always planned as points.
   */
  public static final int MAX_RANGES = 4096;

  private Planner() {}

  /**
   * Returns the plan of a filter. Takes less than a millisecond for ordinary filters and some
   * milliseconds for the largest.
   */
  public static QueryPlan plan(Filter filter) {
    var bounds = KeyBoundsFinder.of(filter);
    var answered = readable(bounds.region());
    if (!answered.equals(bounds.region())) {
      answered = answered.and(bounds.ofConjuncts(Planner::readable));
    }
    if (answered.intervals() > MAX_RANGES) {
      answered = answered.withRowHulls();
    }
    var ranges = ranges(answered);
    return new QueryPlan(
        path(ranges), ranges, ranges.isEmpty() ? Filter.ALL : bounds.residual(answered));
  }

  /**
   * Returns the smallest region that contains another and consists of key ranges: any rows of a
   * single partition, else all or none.
   */
  private static Region readable(Region region) {
    var steps = new ArrayList<Step>();
    for (var i = 0; i < region.steps().size(); i++) {
      var step = region.steps().get(i);
      var to = region.endOf(i);
      if (!step.from().surroundTextWith(to)) {
        steps.add(new Step(step.from(), step.rows().isEmpty() ? TextSet.NONE : TextSet.ALL));
      } else {
        steps.add(new Step(
            step.from(), step.from().onlyKeyBefore(to) == null ? TextSet.NONE : step.rows()));
      }
    }
    return Region.rebuilt(steps);
  }

  private static List<EncodedRange> ranges(Region region) {
    var ranges = new ArrayList<EncodedRange>();
    for (var i = 0; i < region.steps().size(); i++) {
      var step = region.steps().get(i);
      var partitionKey = step.from().onlyKeyBefore(region.endOf(i));
      if (partitionKey != null) {
        addRows(partitionKey, step.rows(), ranges);
      } else if (!step.rows().isEmpty()) {
        ranges.add(EncodedRange.ofPartitions(step.from(), region.endOf(i)));
      }
    }
    return ranges;
  }

  private static void addRows(String partitionKey, TextSet rows, List<EncodedRange> ranges) {
    for (var i = 0; i < rows.cuts().size(); i += 2) {
      var from = rows.cuts().get(i);
      var to = rows.cuts().get(i + 1);
      var isOfNoKey = from.surroundTextWith(to) && from.onlyKeyBefore(to) == null;
      if (!isOfNoKey) {
        ranges.add(EncodedRange.ofRows(partitionKey, from, to));
      }
    }
  }

  private static AccessPath path(List<EncodedRange> ranges) {
    var dearest =
        ranges.stream().map(EncodedRange::path).max(AccessPath::compareTo).orElse(AccessPath.NONE);
    return dearest == AccessPath.POINT && ranges.size() > 1 ? AccessPath.MULTI_POINT : dearest;
  }
}
