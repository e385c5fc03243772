package io.weir.engine.advice;

import java.util.Locale;

/**
 * A named fact that an advice rests on.
 *
 * @param name in camel case, with its unit
 * @param text the value; a decimal number when {@code isNumber}
 */
public record Evidence(String name, String text, boolean isNumber) {

  private static final double PERCENT = 100;

  static Evidence of(String name, long number) {
    return new Evidence(name, Long.toString(number), true);
  }

  static Evidence of(String name, String text) {
    return new Evidence(name, text, false);
  }

  /** Returns a share of a whole in percent, with one digit after the point. */
  static Evidence percent(String name, double share) {
    return new Evidence(name, String.format(Locale.ROOT, "%.1f", PERCENT * share), true);
  }
}
