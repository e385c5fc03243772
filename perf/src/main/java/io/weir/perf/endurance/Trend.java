package io.weir.perf.endurance;

import io.weir.perf.report.Spread;
import java.util.List;

/**
 * The change of a value: its median in the second quarter of a run, when everything is loaded, and
 * in the last quarter.
 *
 * @param name of the value
 * @param early median of the second quarter
 * @param late median of the last quarter
 */
record Trend(String name, double early, double late) {

  /** The factor by which a value may grow; a value below {@link #SMALL} may vary freely. */
  private static final double GROWTH = 1.25;

  private static final double SMALL = 16;

  static Trend of(ResourceSample.Column column, List<ResourceSample> samples) {
    var quarter = samples.size() / 4;
    return new Trend(
        column.name(),
        median(column, samples.subList(quarter, 2 * quarter)),
        median(column, samples.subList(3 * quarter, samples.size())));
  }

  /** Returns whether the value grew by at most a quarter or is too small to judge. */
  boolean isFlat() {
    return late <= Math.max(early * GROWTH, SMALL);
  }

  private static double median(ResourceSample.Column column, List<ResourceSample> samples) {
    return samples.isEmpty()
        ? 0
        : Spread.of(samples.stream().mapToDouble(column.value()).toArray()).median();
  }

  @Override
  public String toString() {
    return "%-14s %10.1f %10.1f  %s".formatted(name, early, late, isFlat() ? "flat" : "GROWS");
  }
}
