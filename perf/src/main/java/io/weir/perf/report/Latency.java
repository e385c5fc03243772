package io.weir.perf.report;

import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/** Latency by percentile. */
public record Latency(List<Point> points) {

  private static final double[] PERCENTILES = {
    0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99, 100
  };

  /** The latency within which this percentage of answers arrived. */
  record Point(double percentile, double micros) {}

  /** No latency was measured. */
  public static final Latency NONE = new Latency(List.of());

  public Latency {
    points = List.copyOf(points);
  }

  public static Latency of(Histogram nanos) {
    return nanos.getTotalCount() == 0
        ? NONE
        : new Latency(DoubleStream.of(PERCENTILES)
            .mapToObj(
                percentile -> new Point(percentile, nanos.getValueAtPercentile(percentile) / 1e3))
            .toList());
  }

  /**
   * Returns the latency at one of the stored percentiles, in microseconds; not a number if it was
   * not measured.
   */
  public double micros(double percentile) {
    return points.stream()
        .filter(point -> point.percentile() == percentile)
        .mapToDouble(Point::micros)
        .findFirst()
        .orElse(Double.NaN);
  }
}
