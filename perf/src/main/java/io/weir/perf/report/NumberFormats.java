package io.weir.perf.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Formats numbers for reading: three significant digits, thousands separated. */
public final class NumberFormats {

  static final String NONE = "–";

  private NumberFormats() {}

  static String of(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    var size = Math.abs(value);
    var format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  /** Formats microseconds in the unit that gives the shortest text. */
  static String time(double micros) {
    return !Double.isFinite(micros) ? NONE : inShortUnit(micros, NumberFormats::of);
  }

  /** Formats microseconds that are a power of ten. */
  static String round(double micros) {
    return inShortUnit(micros, NumberFormats::plain);
  }

  private static String inShortUnit(double micros, DoubleFunction<String> format) {
    if (micros >= 1e6) {
      return format.apply(micros / 1e6) + " s";
    }
    return micros >= 1e3 ? format.apply(micros / 1e3) + " ms" : format.apply(micros) + " µs";
  }

  /** Formats a rate for the axis of a plot. */
  public static String axis(double value) {
    if (value >= 1e6) {
      return plain(value / 1e6) + "M";
    }
    return value >= 1e3 ? plain(value / 1e3) + "k" : plain(value);
  }

  /** Formats at most five significant digits without trailing zeros. */
  public static String plain(double value) {
    return new BigDecimal(value).round(new MathContext(5)).stripTrailingZeros().toPlainString();
  }
}
