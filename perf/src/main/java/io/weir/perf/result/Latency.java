package io.weir.perf.result;

import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/** How late answers were. */
public record Latency(List<Point> points) {

  private static final double[] PERCENTILES = {
    0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99, 100
  };

  /** So many percent of the answers took at most so long. */
  public record Point(double percentile, double micros) {}

  public Latency {
    points = List.copyOf(points);
  }

  public static Latency of(Histogram nanos) {
    return new Latency(DoubleStream.of(PERCENTILES)
        .mapToObj(percentile -> new Point(percentile, nanos.getValueAtPercentile(percentile) / 1e3))
        .toList());
  }

  /** In microseconds, of a percentile that the points have. */
  public double micros(double percentile) {
    return points.stream()
        .filter(point -> point.percentile() == percentile)
        .mapToDouble(Point::micros)
        .findFirst()
        .orElseThrow();
  }
}
