package io.weir.perf.workload;

import java.time.Duration;

/**
 * The length of a measurement.
 *
 * @param warmup before it counts
 * @param round the length of one round
 * @param count the number of rounds, at least 1
 */
public record Rounds(Duration warmup, Duration round, int count) {

  public Rounds {
    if (count < 1 || round.isZero()) {
      throw new IllegalArgumentException(
          "at least one round of some length is needed round=" + round + " count=" + count);
    }
  }
}
