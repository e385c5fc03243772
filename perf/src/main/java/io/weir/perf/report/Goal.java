package io.weir.perf.report;

import java.util.Optional;

/**
 * A ratio that is wanted, and what was measured.
 *
 * @param what is compared
 * @param atLeast whether the bound is the least; otherwise it is the most
 * @param measured absent where something of it was not measured
 * @param remark what one should know of it; may be empty
 */
record Goal(String what, boolean atLeast, double bound, Optional<Double> measured, String remark) {

  /** Whether it is reached; absent where it was not measured. */
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
