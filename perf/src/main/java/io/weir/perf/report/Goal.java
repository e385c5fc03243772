package io.weir.perf.report;

import java.util.Optional;

/**
 * A wanted ratio and the measured one.
 *
 * @param what is compared
 * @param atLeast whether the bound is the lowest allowed value; otherwise it is the highest
 * @param measured empty if a part of it was not measured
 * @param remark for the reader; may be empty
 */
record Goal(String what, boolean atLeast, double bound, Optional<Double> measured, String remark) {

  /** Returns whether the goal is reached; empty if it was not measured. */
  Optional<Boolean> met() {
    return measured.map(value -> atLeast ? value >= bound : value <= bound);
  }

  String wanted() {
    return (atLeast ? "≥ " : "≤ ") + NumberFormats.plain(bound);
  }

  String verdict() {
    return met().map(yes -> yes ? "met" : "missed").orElse("not measured");
  }
}
