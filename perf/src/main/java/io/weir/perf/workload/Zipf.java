package io.weir.perf.workload;

import java.util.SplittableRandom;

/**
 * Numbers of a Zipf distribution: rank r is as frequent as 1 / r<sup>0.99</sup>, with the ranks
 * spread over all numbers.
 *
 * <p>After J. Gray et al., Quickly Generating Billion-Record Synthetic Databases, 1994, section
 * 3.2, with the constant of YCSB. Immutable.
 */
public final class Zipf {

  private static final double THETA = 0.99;

  /** A prime, so that the products with all ranks differ modulo any smaller count. */
  private static final long SPREAD = 2_654_435_761L;

  private final int count;
  private final double sum;
  private final double eta;

  /** Numbers from 0 up to {@code count}, which is not included. */
  public Zipf(int count) {
    this.count = count;
    var all = 0.0;
    for (var rank = 1; rank <= count; rank++) {
      all += Math.pow(rank, -THETA);
    }
    this.sum = all;
    var two = 1 + Math.pow(2, -THETA);
    this.eta = (1 - Math.pow(2.0 / count, 1 - THETA)) / (1 - two / all);
  }

  public int next(SplittableRandom random) {
    return (int) (rank(random) * SPREAD % count);
  }

  /** Returns a rank; rank 0 is the most frequent. */
  public long rank(SplittableRandom random) {
    return rank(random.nextDouble());
  }

  private long rank(double uniform) {
    var scaled = uniform * sum;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < 1 + Math.pow(2, -THETA)) {
      return 1;
    }
    return Math.min(
        count - 1L, (long) (count * Math.pow(eta * uniform - eta + 1, 1 / (1 - THETA))));
  }
}
