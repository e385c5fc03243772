package io.weir.engine.query;

import io.weir.api.AccessPath;
import io.weir.api.filter.Filter;
import io.weir.engine.query.Region.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a filter into the ranges of keys that can match and what is left to check.
 *
 * <p>Three steps. The filter is sketched: each condition gets the {@link Region} of keys that it can be true of. The whole filter's
 * region is laid out as ranges; where a run of partitions has only some rows, no range of keys says so, and all its rows are read. At
 * last the filter is reduced by what these ranges decide.
 *
 * <p>Pure; any thread. Takes filters within {@link io.weir.api.filter.FilterLimits}, as every {@link io.weir.api.Query} holds.
 */
public final class Planner {

  /**
   * Most ranges of a plan. Beyond it a partition's rows are read as one range. A filter within its limits cuts the partitions in fewer
   * places than this, so that is enough; and it names fewer keys one by one, so a list of keys always stays one of points.
   */
  public static final int MAX_RANGES = 4096;

  private Planner() {}

  /** The plan of a filter. Answers with less than a millisecond of work for ordinary filters, and some milliseconds for any. */
  public static QueryPlan plan(Filter filter) {
    var sketch = Sketcher.sketch(filter);
    var answered = readable(sketch.region());
    if (answered.intervals() > MAX_RANGES) {
      answered = answered.withRowHulls();
    }
    var ranges = ranges(answered);
    return new QueryPlan(
        path(ranges), ranges, ranges.isEmpty() ? Filter.ALL : sketch.residual(answered));
  }

  /** The smallest region around another that consists of ranges of keys: of single partitions any rows, of all others all or none. */
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

  private static List<KeyRange> ranges(Region region) {
    var ranges = new ArrayList<KeyRange>();
    for (var i = 0; i < region.steps().size(); i++) {
      var step = region.steps().get(i);
      var partitionKey = step.from().onlyKeyBefore(region.endOf(i));
      if (partitionKey != null) {
        addRows(partitionKey, step.rows(), ranges);
      } else if (!step.rows().isEmpty()) {
        ranges.add(KeyRange.ofPartitions(step.from(), region.endOf(i)));
      }
    }
    return ranges;
  }

  private static void addRows(String partitionKey, TextSet rows, List<KeyRange> ranges) {
    for (var i = 0; i < rows.cuts().size(); i += 2) {
      var from = rows.cuts().get(i);
      var to = rows.cuts().get(i + 1);
      var isOfNoKey = from.surroundTextWith(to) && from.onlyKeyBefore(to) == null;
      if (!isOfNoKey) {
        ranges.add(KeyRange.ofRows(partitionKey, from, to));
      }
    }
  }

  private static AccessPath path(List<KeyRange> ranges) {
    var dearest =
        ranges.stream().map(KeyRange::path).max(AccessPath::compareTo).orElse(AccessPath.NONE);
    return dearest == AccessPath.POINT && ranges.size() > 1 ? AccessPath.MULTI_POINT : dearest;
  }
}
