package io.weir.perf.compare;

import io.weir.perf.load.Rounds;
import java.time.Duration;

/**
 * How a target is made warm: a round again and again until it has settled, but no more often than is allowed.
 *
 * @param round how long one is
 * @param most rounds, at least 1
 * @param calm so many in a row without a cheaper one, and there will be none soon
 */
record Warmup(Duration round, int most, int calm) {

  static Warmup of(int roundMillis, int most, int calm) {
    return new Warmup(Duration.ofMillis(roundMillis), most, calm);
  }

  /** One of them. */
  Rounds one() {
    return new Rounds(Duration.ZERO, round, 1);
  }
}
