package io.weir.perf.load;

import java.time.Duration;

/**
 * How long is measured.
 *
 * @param warmup before it counts
 * @param round how long a round is
 * @param count of rounds that follow each other, at least 1
 */
public record Rounds(Duration warmup, Duration round, int count) {

  public Rounds {
    if (count < 1 || round.isZero()) {
      throw new IllegalArgumentException(
          "There is a round, and it is of some length. round=" + round + " count=" + count);
    }
  }
}
