package io.weir.engine.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * A set of keys: for every PartitionKey, a set of RowKeys.
 *
 * <p>The set is a step function: all partitions from a step's cut to the next step's cut have the
 * same rows. Steps are sorted, do not overlap, and have one form for each set, so that equal sets
 * are equal objects. A filter of n comparisons has at most 2n cuts. Its region has O(n²) intervals,
 * where a list of its alternatives would have 2ⁿ.
 *
 * @param steps strictly ascending; the first begins at {@link Cut#START}; neighbours differ in
 *     their rows
 */
record Region(List<Step> steps) {

  /** The rows of all partitions from a cut up to the next step's cut. */
  record Step(Cut from, TextSet rows) {}

  static final Region NONE = ofRows(TextSet.NONE);
  static final Region ALL = ofRows(TextSet.ALL);

  Region {
    steps = List.copyOf(steps);
  }

  /** Returns the region of the given rows in every partition. */
  static Region ofRows(TextSet rows) {
    return new Region(List.of(new Step(Cut.START, rows)));
  }

  /** Returns the region of all rows of the given partitions. */
  static Region ofPartitions(TextSet partitions) {
    var steps = new ArrayList<Step>();
    var rows = TextSet.NONE;
    steps.add(new Step(Cut.START, rows));
    for (var cut : partitions.cuts()) {
      rows = rows.isEmpty() ? TextSet.ALL : TextSet.NONE;
      if (cut.equals(Cut.START)) {
        steps.clear();
      }
      if (!cut.equals(Cut.END)) {
        steps.add(new Step(cut, rows));
      }
    }
    return new Region(steps);
  }

  boolean isEmpty() {
    return equals(NONE);
  }

  Region and(Region that) {
    return combine(that, TextSet::and);
  }

  Region or(Region that) {
    return combine(that, TextSet::or);
  }

  boolean contains(Region that) {
    return and(that).equals(that);
  }

  /**
   * Returns the smallest region that contains this one and has one interval of rows in each
   * partition.
   */
  Region withRowHulls() {
    return rebuilt(
        steps.stream().map(step -> new Step(step.from, step.rows.hull())).toList());
  }

  /** Returns the cut at which the step after the given one begins. */
  Cut endOf(int step) {
    return step + 1 < steps.size() ? steps.get(step + 1).from : Cut.END;
  }

  /** The number of steps and intervals. */
  long size() {
    return steps.size() + intervals();
  }

  /** The number of row intervals of all steps. */
  long intervals() {
    return steps.stream().mapToLong(step -> step.rows.intervals()).sum();
  }

  /** An upper bound of the intervals that a combination with another region visits. */
  long workWith(Region that) {
    return (long) (steps.size() + that.steps.size()) * (widestRows() + that.widestRows());
  }

  /** Returns the region of the given steps, whose neighbours may have equal rows. */
  static Region rebuilt(List<Step> steps) {
    var distinct = new ArrayList<Step>(steps.size());
    for (var step : steps) {
      if (distinct.isEmpty() || !distinct.get(distinct.size() - 1).rows.equals(step.rows)) {
        distinct.add(step);
      }
    }
    return new Region(distinct);
  }

  private Region combine(Region that, BinaryOperator<TextSet> operation) {
    var result = new ArrayList<Step>(steps.size() + that.steps.size());
    for (int i = 0, j = 0; i < steps.size() || j < that.steps.size(); ) {
      var order = compareFrom(i, that, j);
      var from = order <= 0 ? steps.get(i).from : that.steps.get(j).from;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
      result.add(
          new Step(from, operation.apply(steps.get(i - 1).rows, that.steps.get(j - 1).rows)));
    }
    return rebuilt(result);
  }

  private int compareFrom(int step, Region that, int thatStep) {
    if (step == steps.size()) {
      return 1;
    }
    return thatStep == that.steps.size()
        ? -1
        : steps.get(step).from.compareTo(that.steps.get(thatStep).from);
  }

  private int widestRows() {
    var widest = 0;
    for (var step : steps) {
      widest = Math.max(widest, step.rows.intervals());
    }
    return widest;
  }
}
