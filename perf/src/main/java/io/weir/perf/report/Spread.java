package io.weir.perf.report;

import java.util.Arrays;

/** The median and the range of samples. */
public record Spread(double median, double lowest, double highest) {

  /**
   * Summarises samples, at least one. For an even number the median is the upper of the two middle
   * ones.
   */
  public static Spread of(double... samples) {
    var sorted = samples.clone();
    Arrays.sort(sorted);
    return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
  }
}
