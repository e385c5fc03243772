package io.weir.perf.report;

import io.weir.perf.report.Plots.Axes;
import io.weir.perf.report.Plots.Curve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws measurements as plots. */
final class MeasurementPlots {

  private MeasurementPlots() {}

  /** Draws latency by percentile, up to the highest; each further nine takes the same width. */
  static Plot latency(String title, List<Measurement> measurements) {
    var axes =
        new Axes("percentile", "latency", MeasurementPlots::percent, MeasurementPlots::time, true);
    return Plots.curves(
        title, axes, measurements.stream().map(MeasurementPlots::tail).toList());
  }

  /** Draws operations a second by the number of waiting clients. */
  static Plot concurrency(String title, List<Measurement> measurements) {
    var axes = new Axes(
        "clients",
        "operations a second",
        MeasurementPlots::powerOfFour,
        MeasurementPlots::powerOfTen,
        true);
    return Plots.curves(
        title,
        axes,
        byTarget(
            measurements,
            one -> Math.log(one.clients()) / Math.log(4),
            sample -> Math.log10(sample.perSecond())));
  }

  /** Draws processor time per operation by the number of rows in the table. */
  static Plot size(String title, List<Measurement> measurements) {
    var axes = new Axes(
        "rows in the table",
        "server's CPU µs an operation",
        MeasurementPlots::powerOfTen,
        NumberFormats::axis,
        false);
    return Plots.curves(
        title,
        axes,
        byTarget(measurements, one -> Math.log10(one.entities()), RoundSample::serverCpuMicros));
  }

  /** Draws the operations a second of each target. */
  static Plot rates(String title, List<Measurement> measurements) {
    return bars(title, "a second", measurements, RoundSample::perSecond);
  }

  /** Draws the rows a second of each target. */
  static Plot rows(String title, List<Measurement> measurements) {
    return bars(title, "rows a second", measurements, RoundSample::rowsPerSecond);
  }

  /** Draws one number of each target, the lowest first. */
  static Plot bars(
      String title,
      String unit,
      List<Measurement> measurements,
      ToDoubleFunction<RoundSample> number) {
    var sorted = measurements.stream()
        .filter(one -> one.spread(number).median() > 0)
        .sorted(Comparator.comparing(one -> one.spread(number).median()))
        .toList();
    if (sorted.isEmpty()) {
      return Plot.NOTHING;
    }
    var values = sorted.stream().map(one -> one.spread(number).median()).toList();
    return Plots.bars(title, unit, sorted.stream().map(Measurement::target).toList(), values);
  }

  private static Curve tail(Measurement one) {
    var points = one.latency().points().stream()
        .filter(point -> point.percentile() < 100 && point.micros() > 0)
        .toList();
    return new Curve(
        one.target(),
        points.stream().map(point -> nines(point.percentile())).toList(),
        points.stream().map(point -> Math.log10(point.micros())).toList());
  }

  private static List<Curve> byTarget(
      List<Measurement> measurements,
      ToDoubleFunction<Measurement> x,
      ToDoubleFunction<RoundSample> y) {
    var targets = measurements.stream()
        .map(Measurement::target)
        .collect(Collectors.toCollection(LinkedHashSet::new));
    var curves = new ArrayList<Curve>();
    for (var target : targets) {
      var own = measurements.stream()
          .filter(one -> one.target().equals(target))
          .filter(one -> one.spread(y).median() > 0)
          .sorted(Comparator.comparingDouble(x))
          .toList();
      curves.add(new Curve(
          target,
          own.stream().map(x::applyAsDouble).toList(),
          own.stream().map(one -> one.spread(y).median()).toList()));
    }
    return curves;
  }

  private static double nines(double percentile) {
    return -Math.log10(1 - percentile / 100);
  }

  /** Labels whole nines only: 90, 99, 99.9. */
  private static String percent(double nines) {
    if (!isWhole(nines)) {
      return "";
    }
    var percent = 100 - Math.pow(10, 2 - Math.rint(nines));
    return NumberFormats.plain(percent) + " %";
  }

  private static String time(double logarithmOfMicros) {
    return isWhole(logarithmOfMicros)
        ? NumberFormats.round(Math.pow(10, Math.rint(logarithmOfMicros)))
        : "";
  }

  private static String powerOfTen(double logarithm) {
    return isWhole(logarithm) ? NumberFormats.axis(Math.pow(10, Math.rint(logarithm))) : "";
  }

  private static String powerOfFour(double logarithm) {
    return isWhole(logarithm) ? NumberFormats.axis(Math.pow(4, Math.rint(logarithm))) : "";
  }

  private static boolean isWhole(double value) {
    return Math.abs(value - Math.rint(value)) < 1e-6;
  }
}
