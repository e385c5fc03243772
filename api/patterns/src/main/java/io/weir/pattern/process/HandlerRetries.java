package io.weir.pattern.process;

import java.time.Duration;

/**
 * How often a failing batch is handled again. A pause doubles from one attempt to the next, and varies by half.
 *
 * @param attempts 1 to 1,000, the first included; then the batch is parked
 * @param first middle of the first pause
 * @param longest middle of the longest pause
 */
public record HandlerRetries(int attempts, Duration first, Duration longest) {

  private static final int MOST_DOUBLINGS = 30;

  /** Returns the pause after a number of failed attempts, for a random number from 0 (inclusive) to 1 (exclusive). */
  Duration pause(long failedAttempts, double random) {
    var doublings = Math.min(failedAttempts - 1, MOST_DOUBLINGS);
    var growing = (double) first.toNanos() * (1L << doublings);
    var middle = Math.min(growing, (double) longest.toNanos());
    return Duration.ofNanos((long) (middle * (0.5 + random)));
  }
}
