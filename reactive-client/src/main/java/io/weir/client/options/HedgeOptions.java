package io.weir.client.options;

import java.time.Duration;

/**
 * When a read is sent a second time, over a connection of its own, while the first attempt is still
 * unanswered. The first answer wins, and the client cancels the other attempt.
 *
 * @param delay earliest time for the second attempt
 * @param quantile sends the second attempt after this quantile of recent read times, 0 to less than
 *     1; 0 uses the delay alone
 * @param share most hedges as a share of all reads, more than 0, at most 1. A burst of ten more is
 *     allowed
 */
public record HedgeOptions(Duration delay, double quantile, double share) {

  static final double USUAL_SHARE = 0.05;

  /** Sends a second attempt after a fixed time, for at most one read in twenty. */
  public static HedgeOptions after(Duration delay) {
    return new HedgeOptions(delay, 0, USUAL_SHARE);
  }

  /**
   * Sends a second attempt for the slowest reads, for example 0.95 for one in twenty, but never
   * before {@code atLeast}.
   */
  public static HedgeOptions beyondQuantile(double quantile, Duration atLeast) {
    return new HedgeOptions(atLeast, quantile, USUAL_SHARE);
  }

  /** Returns these options with another share. */
  public HedgeOptions share(double most) {
    return new HedgeOptions(delay, quantile, most);
  }
}
