package io.weir.perf.report;

import java.util.Collections;
import java.util.List;

/** Maps the value of a bar to its height, and a height to its label. */
sealed interface Scale {

  /** From this ratio on, the smallest bar could not be seen beside the largest. */
  double FAR_APART = 50;

  /** Chooses a scale for values above zero, at least one. */
  static Scale of(List<Double> values) {
    var least = Collections.min(values);
    return Collections.max(values) / least < FAR_APART
        ? new Linear()
        : new Logarithmic(Math.floor(Math.log10(least / 2))); // so that the smallest bar is visible
  }

  double height(double value);

  String label(double height);

  /** Returns the unit, with a note if the scale is not linear. */
  String told(String unit);

  /** A linear scale that begins at zero. */
  record Linear() implements Scale {

    @Override
    public double height(double value) {
      return value;
    }

    @Override
    public String label(double height) {
      return NumberFormats.axis(height);
    }

    @Override
    public String told(String unit) {
      return unit;
    }
  }

  /** A logarithmic scale whose height 0 is a power of ten. */
  record Logarithmic(double power) implements Scale {

    @Override
    public double height(double value) {
      return Math.log10(value) - power;
    }

    /** Labels powers of ten only. */
    @Override
    public String label(double height) {
      var isWhole = Math.abs(height - Math.rint(height)) < 1e-6;
      return isWhole ? NumberFormats.axis(Math.pow(10, power + Math.rint(height))) : "";
    }

    @Override
    public String told(String unit) {
      return unit + ", logarithmic";
    }
  }
}
