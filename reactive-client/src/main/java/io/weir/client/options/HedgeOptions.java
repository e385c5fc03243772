package io.weir.client.options;

import java.time.Duration;

/**
 * When a read is sent a second time, on a connection of its own, while the first is still awaited; the first answer wins and the
 * other attempt is cancelled.
 *
 * @param delay after which the second is sent, at the earliest
 * @param quantile of the times that reads have taken of late, 0 to less than 1, after which it is sent; 0 for after the delay alone
 * @param share most hedges, as a share of the reads, more than 0 to 1. A burst of ten beyond it is allowed for
 */
public record HedgeOptions(Duration delay, double quantile, double share) {

  static final double USUAL_SHARE = 0.05;

  /** A second attempt after a fixed time, for one read in twenty at most. */
  public static HedgeOptions after(Duration delay) {
    return new HedgeOptions(delay, 0, USUAL_SHARE);
  }

  /** A second attempt for the slowest reads, such as 0.95 for one in twenty; not before a time. */
  public static HedgeOptions beyondQuantile(double quantile, Duration atLeast) {
    return new HedgeOptions(atLeast, quantile, USUAL_SHARE);
  }

  /** The same with another share. */
  public HedgeOptions share(double most) {
    return new HedgeOptions(delay, quantile, most);
  }
}
