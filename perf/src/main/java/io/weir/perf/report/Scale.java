package io.weir.perf.report;

import java.util.Collections;
import java.util.List;

/** How high a bar is, and what stands beside its height. */
sealed interface Scale {

  /** From here on the least bar could not be seen beside the largest. */
  double FAR_APART = 50;

  /** For values above zero, at least one. */
  static Scale of(List<Double> values) {
    var least = Collections.min(values);
    return Collections.max(values) / least < FAR_APART
        ? new Linear()
        : new Logarithmic(Math.floor(Math.log10(least / 2))); // so that the least is seen, too
  }

  double height(double value);

  String label(double height);

  /** The unit, and whatever else a reader has to know. */
  String told(String unit);

  /** From zero. */
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

  /** From a power of ten, which stands at height 0. */
  record Logarithmic(double power) implements Scale {

    @Override
    public double height(double value) {
      return Math.log10(value) - power;
    }

    /** Of powers of ten alone. */
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
