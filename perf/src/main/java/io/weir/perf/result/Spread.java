package io.weir.perf.result;

import java.util.List;
import java.util.Arrays;

/** Where the samples of a number lie. */
public record Spread(double median, double lowest, double highest) {

  /** Of at least one sample; of an even number, the median is the upper one of the middle. */
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
