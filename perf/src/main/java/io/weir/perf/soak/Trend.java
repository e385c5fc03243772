package io.weir.perf.soak;

import java.util.List;

/**
 * How a value went: its median in the second quarter of a run, when everything is loaded, and in the last.
 *
 * @param name of the value
 * @param early median of the second quarter
 * @param late median of the last quarter
 */
record Trend(String name, double early, double late) {

  /** By how much a value may have grown, as a factor, and by how much it may vary that is small. */
  private static final double GROWTH = 1.25;

  private static final double SMALL = 16;

  static Trend of(ResourceSample.Column column, List<ResourceSample> samples) {
    var quarter = samples.size() / 4;
    return new Trend(
        column.name(),
        median(column, samples.subList(quarter, 2 * quarter)),
        median(column, samples.subList(3 * quarter, samples.size())));
  }

  /** Whether it stayed in bounds: it did not grow by more than a quarter, or it is too small for that to mean anything. */
  boolean isFlat() {
    return late <= Math.max(early * GROWTH, SMALL);
  }

  private static double median(ResourceSample.Column column, List<ResourceSample> samples) {
    return samples.stream()
        .mapToDouble(column.value())
        .sorted()
        .skip(samples.size() / 2)
        .findFirst()
        .orElse(0);
  }

  @Override
  public String toString() {
    return "%-14s %10.1f %10.1f  %s".formatted(name, early, late, isFlat() ? "flat" : "GROWS");
  }
}
