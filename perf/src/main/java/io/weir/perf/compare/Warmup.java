package io.weir.perf.compare;

import io.weir.perf.workload.Rounds;
import java.time.Duration;

/**
 * The warm-up of a target: rounds until its cost has settled, up to a limit.
 *
 * @param round length of a round
 * @param most the limit of rounds, at least 1
 * @param calm rounds in a row without a cheaper one that count as settled
 */
record Warmup(Duration round, int most, int calm) {

  static Warmup of(int roundMillis, int most, int calm) {
    return new Warmup(Duration.ofMillis(roundMillis), most, calm);
  }

  /** Returns the length of one round. */
  Rounds one() {
    return new Rounds(Duration.ZERO, round, 1);
  }
}
