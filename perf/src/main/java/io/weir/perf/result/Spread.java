package io.weir.perf.result;

import java.util.Arrays;
import java.util.List;

/** The median and the range of samples. */
public record Spread(double median, double lowest, double highest) {

  /** Summarises samples, at least one. For an even number the median is the upper of the two middle ones. */
  public static Spread of(double... samples) {
    var sorted = samples.clone();
    Arrays.sort(sorted);
    return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
  }

  /** Summarises samples, at least one. */
  public static Spread of(List<Double> samples) {
    return of(samples.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
